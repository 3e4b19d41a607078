import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { asJson, mapped, op } from '../../support/items.mts';
import { byId } from '../../support/locators.mts';
import { addSkus } from '../../support/products.mts';
import { setup, type Setup } from '../../support/setup.mts';
import { respond } from '../../support/answers.mts';

type OperationParameters = Parameters<Setup['n8n']['run']>[0];

/** What a terminal or a browser would act on: bell, escape, another direction, no width, lines. */
const hidden = 'Erro\u0007\u001b[31m \u202Edala\u200B fim\r\nlinha\u2028 \ud800';
const readable = 'Erro\ufffd\ufffd[31m \ufffddala\ufffd fim linha  \ufffd';

const notShown = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const refuseAs = (hub: Hub, endpoint: string) =>
	respond(hub, endpoint, 400, {
		body: { error: hidden, details: [hidden] },
		headers: { 'Request-Id': 'req\u00851' },
	});

const stock = op('stock updateBatch', mapped);
const order = op('order get', { idPedido: byId('100001') });

interface Case {
	parameters: OperationParameters;
	items?: IDataObject[];
	arrange?: (hub: Hub) => void;
}

describe('what cannot be seen, of the hub or of an item, is in no message', () => {
	const cases: Record<string, Case> = {
		'a refusal': { parameters: order, arrange: (hub) => refuseAs(hub, 'orderGet') },
		'a write that was refused': {
			parameters: { ...stock },
			items: [{ sku: 'S0', estoque: 1 }],
			arrange: (hub) => refuseAs(hub, 'stockBatch'),
		},
		'entries that were not accepted': {
			parameters: stock,
			items: [
				{ sku: `A${hidden}`, estoque: 1 },
				{ sku: `B${hidden}`, estoque: 1 },
			],
		},
		'a value that breaks a rule': {
			parameters: stock,
			items: [{ sku: 'S0', estoque: hidden }],
		},
		'a column that the hub does not know': {
			parameters: stock,
			items: [{ sku: 'S0', estoque: 1, [`col${hidden}`]: 1 }],
		},
		'an identifier that is not there': {
			parameters: op('product get', { sku: { __rl: true, mode: 'sku', value: `X${hidden}` } }),
		},
		'a status that cannot be acknowledged': {
			parameters: op('orderQueue getMany', { acknowledge: true }),
			arrange: (hub) => void hub.createOrder({ status: hidden }),
		},
		'a JSON parameter that is none': {
			parameters: { ...stock, ...asJson([]), json: `{"${hidden}"` },
		},
	};

	test.each(Object.entries(cases))('%s', async (_name, { parameters, items, arrange }) => {
		const { hub, n8n } = await setup();
		addSkus(hub, 1);
		arrange?.(hub);
		const said: unknown[] = [];
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run, nodeError, json } = await n8n.run(parameters, items ?? [{}], { onError });
			const [task] = run.data.resultData.runData.Node!;
			const failed = json().filter(({ error }) => error !== undefined);
			said.push(
				...(task!.hints ?? []).map(({ message }) => message),
				nodeError?.message,
				nodeError?.description,
				...failed.flatMap(({ error, description, details, requestId }) => [
					error,
					description,
					requestId,
					...((details ?? []) as string[]),
				]),
			);
			arrange?.(hub);
		}
		const texts = said.filter((text) => typeof text === 'string');
		expect(texts.length).toBeGreaterThan(0);
		expect(texts.filter((text) => notShown.test(text))).toEqual([]);
	});

	test('a mark stands for them, so that one sees that there is something', async () => {
		const { hub, n8n } = await setup();
		refuseAs(hub, 'orderGet');
		const { nodeError } = await n8n.run(order);
		expect(nodeError?.message).toContain(readable);
	});
});
