import type { FullOrder } from '../records.mts';

const namespace = 'http://www.portalfiscal.inf.br/nfe';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** A text as XML and SVG write it. */
export function escape(text: string): string {
	return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** `YYYY-MM-DD HH:MM:SS` as XML writes it. */
function xmlDate(dateTime: string): string {
	return `${dateTime.replace(' ', 'T')}-03:00`;
}

export interface InvoiceParts {
	/** 44 characters */
	key: string;
	number: number;
	/** CNPJ */
	issuer: string;
	/** YYYY-MM-DD HH:MM:SS */
	issuedAt: string;
	operation: string;
	order: FullOrder | undefined;
}

/** A note as nfeProc: the NF-e 4.00 with its main groups and the authorization protocol. */
export function invoiceXml({
	key,
	number,
	issuer,
	issuedAt,
	operation,
	order,
}: InvoiceParts): string {
	const items = order?.itens ?? [{ sku: 'AVULSO-1', nome: 'Produto avulso', qtd: 1, valor: 49.9 }];
	const total = order?.valores.total ?? 49.9;
	const details = items
		.map(
			({ sku, nome, qtd, valor }, index) =>
				`<det nItem="${index + 1}"><prod><cProd>${escape(sku)}</cProd><xProd>${escape(nome)}</xProd>` +
				`<NCM>39241000</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>${qtd.toFixed(4)}</qCom>` +
				`<vUnCom>${valor.toFixed(2)}</vUnCom><vProd>${(qtd * valor).toFixed(2)}</vProd></prod></det>`,
		)
		.join('');
	const customer = order?.cliente;
	const document = customer?.pessoa === 'j' ? 'CNPJ' : 'CPF';
	const receiver = customer
		? `<dest><${document}>${escape(customer.cpfCnpj)}</${document}><xNome>${escape(customer.nome)}</xNome></dest>`
		: '';
	return (
		`${declaration}<nfeProc xmlns="${namespace}" versao="4.00"><NFe xmlns="${namespace}">` +
		`<infNFe Id="NFe${key}" versao="4.00"><ide><cUF>${key.slice(0, 2)}</cUF><cNF>${key.slice(35, 43)}</cNF>` +
		`<natOp>${operation}</natOp><mod>55</mod><serie>1</serie><nNF>${number}</nNF>` +
		`<dhEmi>${xmlDate(issuedAt)}</dhEmi><tpNF>1</tpNF><cDV>${key.slice(43)}</cDV><tpAmb>2</tpAmb></ide>` +
		`<emit><CNPJ>${issuer}</CNPJ><xNome>Loja de Demonstração Ltda</xNome></emit>${receiver}${details}` +
		`<total><ICMSTot><vNF>${total.toFixed(2)}</vNF></ICMSTot></total></infNFe></NFe>` +
		`<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><chNFe>${key}</chNFe>` +
		`<dhRecbto>${xmlDate(issuedAt)}</dhRecbto><nProt>135${key.slice(31, 43)}</nProt>` +
		'<cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>'
	);
}

/** A cancellation as procEventoNFe (event 110111). `at`: YYYY-MM-DD HH:MM:SS. */
export function eventXml({
	key,
	protocol,
	at,
}: {
	key: string;
	protocol: string;
	at: string;
}): string {
	return (
		`${declaration}<procEventoNFe xmlns="${namespace}" versao="1.00"><evento versao="1.00">` +
		`<infEvento Id="ID110111${key}01"><cOrgao>${key.slice(0, 2)}</cOrgao><tpAmb>2</tpAmb>` +
		`<CNPJ>${key.slice(6, 20)}</CNPJ><chNFe>${key}</chNFe><dhEvento>${xmlDate(at)}</dhEvento>` +
		'<tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><detEvento versao="1.00">' +
		`<descEvento>Cancelamento</descEvento><nProt>135${key.slice(31, 43)}</nProt>` +
		'<xJust>Pedido cancelado pelo comprador</xJust></detEvento></infEvento></evento>' +
		'<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><cStat>135</cStat>' +
		`<chNFe>${key}</chNFe><dhRegEvento>${xmlDate(at)}</dhRegEvento><nProt>${protocol}</nProt>` +
		'</infEvento></retEvento></procEventoNFe>'
	);
}
