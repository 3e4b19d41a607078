import { promisesOfSetStatus } from '../../../support/setStatus.mts';

promisesOfSetStatus({
	operation: 'setAsDelivered',
	endpoint: 'orderDelivered',
	address: 'delivered',
	status: 'entregue',
	before: 'enviado',
	field: 'data',
});
