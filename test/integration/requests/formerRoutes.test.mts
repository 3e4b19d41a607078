import { routesByDefault } from '../../support/setup.mts';

/* What is promised of batches and tokens holds on a hub with the former routes of batches, too. */

routesByDefault('assumed');

await import('../batches/results.test.mts');
await import('../batches/batchWaiting.test.mts');
await import('../batches/sameSku.test.mts');
await import('../batches/leadersFirst.test.mts');
await import('../batches/onError.test.mts');
await import('../account/token.test.mts');
await import('../operations/stock/updateBatch.test.mts');
await import('../operations/price/updateBatch.test.mts');
await import('../operations/product/createBatch.test.mts');
