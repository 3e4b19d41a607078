import { promisesOfSetStatus } from '../../../support/setStatus.mts';
import { test } from '../../../support/setup.mts';

const promised = promisesOfSetStatus({
	operation: 'setAsSent',
	endpoint: 'orderSent',
	address: 'sent',
	status: 'enviado',
	before: 'faturado',
	field: 'codigoRastreio',
});

test('an order becomes enviado', promised.setsStatus);
test('fields that the hub asks for go with it', promised.sendsFields);
test(
	'an order that is enviado already comes out as unchanged, and nothing is sent',
	promised.leavesUnchanged,
);
test('a cancelled order stays cancelled, and the message says so', promised.refusesCancelled);
