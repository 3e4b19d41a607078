import { routesByDefault } from '../../support/setup.mts';

/* What is promised of batches and tokens holds on a hub with the former routes of batches, too. */

routesByDefault('assumed');

const files = [
	...['batches/results', 'batches/batchWaiting', 'batches/sameSku', 'batches/leadersFirst'],
	...['batches/onError', 'account/token', 'operations/stock/updateBatch'],
	...['operations/price/updateBatch', 'operations/product/createBatch'],
];
// files share a process: by its plain name a file that has run there would bring no test along
for (const file of files) await import(/* @vite-ignore */ `../${file}.test.mts?routes=assumed`);
