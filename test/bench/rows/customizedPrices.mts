import { mapped } from '../../support/items.mts';
import type { Part } from '../bench.mts';
import { spread, valuesOf } from '../measure.mts';
import { pacingMinimum, requestsFor } from '../pacing.mts';
import type { Sample } from '../processes/gauge.mts';
import { httpStep, hubStep } from '../realN8n.mts';

/** Customized prices of 1,000 SKUs: a hundred a request, or one. */
export const customizedPrices: Part = async (bench) => {
	const count = bench.quick ? 300 : 1_000;
	const hub = await bench.startHub({ limits: false });
	const skus = await bench.hub.catalogue(count);
	const n8n = await bench.n8n();
	const credential = await n8n.credential(hub);
	const items = skus.map((skuProduto) => ({
		idCanalIntegracao: 11,
		skuProduto,
		precoDe: 20,
		precoPor: 10,
	}));
	const node = await n8n.flow([
		hubStep(credential, { resource: 'customizedPrice', operation: 'set', ...mapped }),
	]);
	const http = await n8n.flow([
		httpStep(credential, {
			method: 'PUT',
			url: `${hub.url}/v1/erp/products/customized-prices`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ precos: [$json] }) }}',
		}),
	]);
	const requests: Record<string, number> = {};
	const counted = async (name: string, run: () => Promise<Sample>) => {
		await bench.hub.forget();
		const sample = await run();
		requests[name] = await requestsFor(bench, 'customizedPriceSet');
		return sample;
	};
	const sides = ['Customized Price → Set', 'HTTP Request, one item a request'] as const;
	const samples: Record<string, Sample[]> = { [sides[0]]: [], [sides[1]]: [] };
	// ours first, within the documented 60 requests a minute: after the others' the hub's headers say
	// that none are left, and the node would wait for its minute
	for (const [name, run] of [
		[sides[0], node],
		[sides[1], http],
	] as const)
		for (let round = 0; round < bench.rounds; round++)
			samples[name]!.push(await counted(name, async () => await run(items)));
	return {
		title: 'Customized prices',
		text: [
			`${count.toLocaleString('en')} SKUs of one channel, 60 requests a minute by the reference. The hub enforced no limit here, so that the measured time is the work alone; the pacing minimum is what the limit adds to it at least. The runs of ours came first: after 1,000 requests the hub's headers say that none are left, and the node would keep to that.`,
		],
		tables: [
			{
				head: ['side', 'requests', 'work without the limit, ms', 'pacing minimum, s'],
				rows: sides.map((name) => [
					name,
					String(requests[name]),
					spread(valuesOf(samples[name]!, 'ms')),
					String(pacingMinimum(requests[name]!, 60)),
				]),
			},
		],
	};
};
