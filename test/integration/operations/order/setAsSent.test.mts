import { promisesOfSetStatus } from '../../../support/setStatus.mts';

promisesOfSetStatus({
	operation: 'setAsSent',
	endpoint: 'orderSent',
	address: 'sent',
	status: 'enviado',
	before: 'faturado',
	field: 'codigoRastreio',
});
