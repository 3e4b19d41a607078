import { describe, expect, test } from 'vitest';
import { readRoute } from '../../nodes/MarketplaceHub/api/auth/routes.ts';
import { endpoints } from '../../nodes/MarketplaceHub/api/endpoints.ts';

const read = (route: string) => readRoute(route, endpoints.acknowledge);

describe('a route of the credential', () => {
	test.each([
		['PUT /v1/orders/queue/{id}', 'PUT', '/v1/orders/queue/{id}'],
		['post  /v2/queue/{id}/done', 'POST', '/v2/queue/{id}/done'],
		['  DELETE /q/{id}  ', 'DELETE', '/q/{id}'],
		["PUT /a-b_c.d~e/!$&'()*+,;=:@/{id}", 'PUT', "/a-b_c.d~e/!$&'()*+,;=:@/{id}"],
		['PUT /v1/queue/{id}/', 'PUT', '/v1/queue/{id}/'],
		['PUT /v1/order-{id}.json', 'PUT', '/v1/order-{id}.json'],
		['PUT /...{id}/...', 'PUT', '/...{id}/...'],
	])('%j', (route, method, path) => {
		expect(read(route)).toEqual({ method, path });
	});

	test.each([
		...['', 'PUT', '/v1/{id}', 'HEAD /v1/{id}', 'PUT v1/{id}', 'PUT //evil.example/{id}'],
		...['PUT /v1//{id}', 'PUT /v1/{id}//', 'PUT /../{id}', 'PUT /v1/../{id}', 'PUT /v1/{id}/..'],
		...['PUT /v1/./{id}', 'PUT /v1/%2e%2e/{id}', 'PUT /v1/.%2E/{id}', 'PUT /v1/%2e/{id}'],
		...['PUT /v1/%252e%252e/{id}', 'PUT /v1/pre%C3%A7os/{id}', 'PUT /v1%2f..%2f{id}'],
		...['PUT /v1/%5c{id}', 'PUT /v1/\\{id}', 'PUT \\v1/{id}', 'PUT /v1/{id}?a=1'],
		...['PUT /v1/%3f{id}', 'PUT /v1/{id}#a', 'PUT /v1/{id}%23a', 'PUT /v1/{id}%00'],
		...['PUT /v1/{id}%0d%0aX-A:1', 'PUT /v1/{id}%2', 'PUT /v1/%zz{id}', 'PUT /v1/%{id}'],
		...['PUT /v1/%ff/{id}', 'PUT /v1/a b/{id}', 'PUT /v1/ç/{id}', 'PUT /v1/{id}/{id}'],
		...['PUT /v1/{sku}', 'PUT /v1/{ id }', 'PUT /v1/{id', 'PUT /v1/{id}}', 'PUT /v1/x'],
		...['PUT https://evil.example/{id}', 'PUT /v1/{id}\nX-A: 1', 'PUT /v1/<{id}>'],
		...['PUT /v1/"{id}"'],
	])('%j is not a route', (route) => {
		expect(read(route)).toBeUndefined();
	});
});
