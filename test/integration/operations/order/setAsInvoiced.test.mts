import { promisesOfSetStatus } from '../../../support/setStatus.mts';
import { test } from '../../../support/setup.mts';

const promised = promisesOfSetStatus({
	operation: 'setAsInvoiced',
	endpoint: 'orderInvoiced',
	address: 'invoiced',
	status: 'faturado',
	before: 'pago',
	field: 'nfeChave',
});

test('an order becomes faturado', promised.setsStatus);
test('fields that the hub asks for go with it', promised.sendsFields);
test(
	'an order that is faturado already comes out as unchanged, and nothing is sent',
	promised.leavesUnchanged,
);
test('a cancelled order stays cancelled, and the message says so', promised.refusesCancelled);
