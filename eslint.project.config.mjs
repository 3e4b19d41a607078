/**
 * The project's own rules, beside n8n's (eslint.config.mjs stays as n8n wants it, to the letter):
 * types, the layers of the product, state, and tests that can fail.
 */
import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import vitest from '@vitest/eslint-plugin';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import typescript from 'typescript-eslint';

const root = 'nodes/MarketplaceHub';
const bottom = ['async.ts', 'context.ts', 'values', 'errors.ts', 'endpoints.ts', 'timing.ts'];

/** What requests and lists are made of; the subjects of the API stand on it. */
const client = ['hub.ts', 'pagination.ts', 'reads.ts', 'channels.ts', 'runReport.ts'];
const below = ['auth', 'state', 'http', 'schemas', ...bottom];

/** What an operation is, and the words for its rows. */
const operation = ['operation.ts', 'hints.ts', 'toolRun.ts', 'rowsInWords.ts'];

/** The parts of a folder that files of `target` may import from it; the part itself is always among them. */
const layer = (folder, target, ...allowed) => ({
	target: `${root}/${folder}${target}`,
	from: `${root}/${folder}`,
	except: [...new Set([target, ...allowed])].filter(Boolean).map((part) => `./${part}`),
	message: 'Imports only go downwards (see CONTRIBUTING.md).',
});

const layers = [
	...['actions', 'triggers', 'methods'].map((target) => layer('', target, 'shared', 'api')),
	layer('', 'shared', 'api'),
	layer('', 'api'),
	...['orders', 'queue', 'send', 'snapshot', 'routeCheck'].map((target) =>
		layer('api/', target, 'rows', 'comparison', ...client, ...below),
	),
	...client.map((target) => layer('api/', target, ...client, ...below)),
	layer('api/', 'rows', ...bottom),
	layer('api/', 'comparison', 'schemas', ...bottom),
	layer('api/', 'auth', 'state', 'http', ...bottom),
	layer('api/', 'state', 'http', ...bottom),
	layer('api/', 'http', ...bottom),
	layer('api/', 'schemas', ...bottom),
	...bottom.map((target) => layer('api/', target, ...bottom)),
	layer('actions/', 'toolRun.ts'),
	layer('actions/', 'hints.ts', 'toolRun.ts'),
	layer('actions/', 'form', 'hints.ts', 'toolRun.ts'),
	layer('actions/', 'operation.ts', 'hints.ts', 'form'),
	layer('actions/', 'failures', 'form', ...operation),
	layer('actions/', 'write', 'failures', 'form', ...operation),
	layer('actions/', 'sync', 'write', 'failures', 'form', ...operation),
	{ ...layer('', '', 'api'), target: 'credentials' },
];

const containers = 'NewExpression[callee.name=/^((Weak)?(Map|Set)|ExpiringMap|Limiter)$/]';

/** What is made once, when a module is loaded: outside of functions and of a class's own fields. */
const sharedState = [
	':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind=/^(let|var)$/]',
	`${containers}:not(:function NewExpression):not(PropertyDefinition[static=false] NewExpression)`,
].map((selector) => ({
	selector,
	message: 'State of the process lives in api/state/accountState.ts only.',
}));

/** Once it has been called some thousand times, that of Node.js 20 says no to letters such as `ç`. */
const brokenCanParse = {
	selector: 'MemberExpression[object.name=URL][property.name=canParse]',
	message: 'Use parseUrl of api/values/urls.',
};

/** A call takes some 100,000 arguments: with more the stack overflows, at the end of a long run. */
const listAsArguments = {
	selector: 'CallExpression[callee.property.name=/^(push|unshift)$/] > SpreadElement',
	message: 'A list of any length cannot be arguments: add its entries in a loop, or use flat().',
};

const everywhere = {
	'no-nested-ternary': 'error',
	'no-console': 'off',
	eqeqeq: 'error',
	'@eslint-community/eslint-comments/require-description': 'error',
	'@eslint-community/eslint-comments/no-unlimited-disable': 'error',
	'import-x/no-cycle': ['error', { ignoreExternal: true }],
	'import-x/no-duplicates': 'error',
	'import-x/no-unresolved': 'error',
};

const typed = {
	'@typescript-eslint/await-thenable': 'error',
	'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
	'@typescript-eslint/no-explicit-any': 'error',
	'@typescript-eslint/no-floating-promises': 'error',
	'@typescript-eslint/no-misused-promises': 'error',
	'@typescript-eslint/no-unnecessary-type-assertion': 'error',
	'@typescript-eslint/no-unused-vars': [
		'error',
		{ argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
	],
	'@typescript-eslint/only-throw-error': 'error',
	'@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
	'@typescript-eslint/switch-exhaustiveness-check': [
		'error',
		{ considerDefaultExhaustiveForUnions: true },
	],
};

const program = (project) => ({
	parser: typescript.parser,
	parserOptions: { project, tsconfigRootDir: import.meta.dirname },
});

export default typescript.config(
	{ ignores: ['dist/', '.demo/', '**/node_modules/', 'eslint.config.mjs'] },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts', '**/*.mts', '**/*.mjs'],
		extends: [comments.recommended],
		plugins: { 'import-x': importX, '@typescript-eslint': typescript.plugin },
		settings: {
			// without these no-cycle does not look into TypeScript files
			'import-x/extensions': ['.ts', '.mts', '.mjs'],
			'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.mts'] },
			'import-x/resolver-next': [
				createTypeScriptImportResolver({
					project: ['tsconfig.json', 'tsconfig.test.json'],
					noWarnOnMultipleProjects: true,
				}),
			],
		},
		rules: everywhere,
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: program('tsconfig.json'),
		rules: {
			...typed,
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-shadow': 'error',
			'import-x/no-restricted-paths': ['error', { zones: layers }],
			'no-restricted-syntax': ['error', ...sharedState, listAsArguments, brokenCanParse],
		},
	},
	{
		files: ['nodes/MarketplaceHub/api/state/accountState.ts'],
		rules: { 'no-restricted-syntax': ['error', listAsArguments, brokenCanParse] },
	},
	{
		files: ['**/*.mts'],
		languageOptions: program('tsconfig.test.json'),
		rules: typed,
	},
	{
		files: ['test/**/*.test.mts'],
		plugins: { vitest },
		rules: {
			'vitest/expect-expect': [
				'error',
				{
					assertFunctionNames: [
						...['expect*', 'queueOf', 'waitFor', 'check', 'fc.assert', '**.done'],
						// of the browser tests: each fails when what it waits for does not come
						...['**.waitFor', 'toast', 'state'],
					],
				},
			],
			'vitest/no-commented-out-tests': 'error',
			'vitest/no-disabled-tests': 'error',
			'vitest/no-focused-tests': 'error',
			'vitest/no-identical-title': 'error',
			'vitest/no-standalone-expect': [
				'error',
				{
					additionalTestBlockFunctions: [
						'test',
						'test.each',
						'beforeEach',
						'afterEach',
						'afterAll',
					],
				},
			],
		},
	},
);
