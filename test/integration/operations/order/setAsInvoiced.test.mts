import { promisesOfSetStatus } from '../../../support/setStatus.mts';

promisesOfSetStatus({
	operation: 'setAsInvoiced',
	endpoint: 'orderInvoiced',
	address: 'invoiced',
	status: 'faturado',
	before: 'pago',
	field: 'nfeChave',
});
