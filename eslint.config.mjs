import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tsParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';

const community = n8nCommunityNodesPlugin.configs.recommended;
const languageOptions = { parser: tsParser, sourceType: 'module' };

export default defineConfig(
	globalIgnores(['dist', 'test']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['nodes/**/*.ts', 'credentials/**/*.ts'], extends: [community], languageOptions, rules: { 'no-console': 'error' } },
	{
		files: ['package.json'],
		extends: [community],
		languageOptions: { parser: tsParser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// both expect a documentation slug of n8n's own site; n8n itself switches them off for community packages
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// these know only string literals; the community rule set demands NodeConnectionTypes instead
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);
