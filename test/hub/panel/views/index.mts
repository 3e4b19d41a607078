import type { View } from '../view.mts';
import { batchesView } from './batches.mts';
import { documentsView, labelsView } from './documents.mts';
import { examplesView } from './examples.mts';
import { mailboxView } from './mailbox.mts';
import { ordersView } from './orders.mts';
import { productsView } from './products.mts';
import { requestsView } from './requests.mts';
import { troubleView } from './trouble.mts';
import { webhookView } from './webhook.mts';

/** The pages of the panel, in the order of its tabs. */
export const views: View[] = [
	ordersView,
	productsView,
	batchesView,
	documentsView,
	labelsView,
	webhookView,
	mailboxView,
	examplesView,
	troubleView,
	requestsView,
];

/** `/` for the first page, `/_panel/NAME` for the others. */
export function addressOf({ name }: View): string {
	return name === '' ? '/' : `/_panel/${name}`;
}
