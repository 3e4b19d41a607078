/** Shapes that several records and bodies have in common. */
import { either, integer, number, oneOf, text } from './schema.mts';

export const filled = text({ minLength: 1 });
export const text250 = text({ minLength: 1, maxLength: 250 });
export const sku = text250;
export const price = number({ minimum: 0.01, maximum: 999999.99 });
export const amount = number({ minimum: 0, maximum: 999999.99 });
export const positive = integer({ minimum: 1 });
export const dateTime = text({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' });
export const currency = text({ pattern: '^[A-Z]{3}$' });
export const address = text({ format: 'uri' });
export const fiscalDocumentType = oneOf('nfe', 'evento-cancelamento');

/** A whole number that some lists show as text. */
export const count = either(integer({ minimum: 0 }), text({ pattern: '^\\d+$' }));
