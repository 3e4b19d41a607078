import type { Resource } from '../operation';
import { create } from './create';
import { simulatePayment } from './simulatePayment';

export const sandboxOrder: Resource = {
	option: {
		name: 'Sandbox Order',
		value: 'sandboxOrder',
		description: 'Orders for testing, only in the sandbox environment',
	},
	operations: [create, simulatePayment],
};
