import type { INodeProperties } from 'n8n-workflow';

/** What hubs commonly take with a status, as an example to change. */
const examples = {
	faturado: {
		nfeChave: '35260312345678000195550010000001231000001234',
		data: '2026-03-01 10:00:00',
	},
	enviado: { codigoRastreio: 'BR123456789BR', data: '2026-03-01 15:00:00' },
	entregue: { data: '2026-03-05 11:30:00' },
};

/** Says that the reference does not show the body of a status change, and what one may look like. */
export const statusNotice = (status: keyof typeof examples): INodeProperties => ({
	displayName: `The hub's public reference shows neither address nor body of this request. Ask your hub which fields it takes; many take something like <code>${JSON.stringify(examples[status])}</code>, others an empty body. The address can be changed in the credential, under Customize Routes.`,
	name: 'bodyNotice',
	type: 'notice',
	default: '',
});
