import { testFieldRules } from '../../support/fieldRules.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { mapped, op } from '../../support/items.mts';

testFieldRules('sandbox order', {
	operation: op('sandboxOrder create', mapped),
	endpoint: 'sandboxOrderCreate',
	entry: (index: number) => sandboxOrderFields({ idPedidoCanal: `T${index}` }),
	more: [
		{ field: 'dataEmissao', value: '2026-03-01 10:00:00' },
		...['01/03/26', 'amanhã', '2026-02-30 10:00:00'].map((value) => {
			return { field: 'dataEmissao', value, rule: 'YYYY-MM-DD HH:MM:SS' };
		}),
		{ field: 'moeda', value: 'BRL' },
		{ field: 'moeda', value: 'R$', rule: 'ISO 4217' },
	],
});
