import { promisesOfSetStatus } from '../../../support/setStatus.mts';
import { test } from '../../../support/setup.mts';

const promised = promisesOfSetStatus({
	operation: 'setAsDelivered',
	endpoint: 'orderDelivered',
	address: 'delivered',
	status: 'entregue',
	before: 'enviado',
	field: 'data',
});

test('an order becomes entregue', promised.setsStatus);
test('fields that the hub asks for go with it', promised.sendsFields);
test(
	'an order that is entregue already comes out as unchanged, and nothing is sent',
	promised.leavesUnchanged,
);
test('a cancelled order stays cancelled, and the message says so', promised.refusesCancelled);
