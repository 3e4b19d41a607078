import { toDateTime } from '../clock.mts';
import { notFound, Refusal, type Handlers } from '../context.mts';
import { hasValidCheckDigit, keyPattern } from '../data/accessKey.mts';
import { labelsFor } from '../data/labels.mts';
import { page, several } from '../pages.mts';

/** Fiscal documents and shipment labels. */
export const documentHandlers = {
	fiscalDocumentList: (context, request) => {
		const { state } = context;
		const {
			dataEmissaoInicial = '',
			dataEmissaoFinal = '',
			tipoDocumento,
			idCanalIntegracao,
		} = request.query;
		const from = Date.parse(dataEmissaoInicial);
		const to = Date.parse(dataEmissaoFinal);
		const details = [
			...(Number.isNaN(from) ? ['dataEmissaoInicial: data inexistente'] : []),
			...(Number.isNaN(to) ? ['dataEmissaoFinal: data inexistente'] : []),
			...(from > to ? ['dataEmissaoFinal: anterior a dataEmissaoInicial'] : []),
		];
		if (details.length > 0) throw new Refusal(400, 'Requisição inválida.', details);
		const first = toDateTime(Math.ceil(from / 1000) * 1000);
		const last = toDateTime(to);
		const channels = several(idCanalIntegracao);
		const hashes =
			channels && new Set([...channels].map((id) => state.channels.get(Number(id))?.hash));
		const documents = [...state.fiscalDocuments.values()]
			.filter(({ tipoDocumento: type }) => tipoDocumento === undefined || type === tipoDocumento)
			.filter(({ canal }) => !hashes || hashes.has(canal))
			.filter(({ dataEmissao }) => dataEmissao >= first && dataEmissao <= last)
			.sort((a, b) => a.id - b.id);
		const { records, info } = page(context, request, documents);
		return { status: 200, body: { documentosFiscais: records, info } };
	},

	fiscalDocumentGet: ({ state }, { params }) => {
		const key = params.chaveAcesso ?? '';
		if (new RegExp(keyPattern).test(key) && !hasValidCheckDigit(key)) {
			throw new Refusal(400, 'Chave de acesso inválida.', [
				'chaveAcesso: dígito verificador incorreto',
			]);
		}
		const document = state.fiscalDocuments.get(key);
		if (!document) throw notFound('Documento fiscal');
		return { status: 200, body: document };
	},

	shipmentLabels: (context, request) => {
		const order = context.state.orders.get(Number(request.params.id));
		if (!order) throw notFound('Pedido');
		const { records, info } = page(context, request, labelsFor(context.state, order));
		return { status: 200, body: { etiquetas: records, info } };
	},
} satisfies Partial<Handlers>;
