import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../server/install.mjs';
import { messagesPage } from './messages.mts';
import { referencePages, type Source } from './reference.mts';

const require = createRequire(import.meta.url);
const built = (file: string) =>
	require(`../../dist/nodes/MarketplaceHub/${file}.js`) as Record<string, unknown>;

/** Where the reference pages lie. */
export const referenceFolder = 'docs/reference';

/** The reference pages of the built package, as they have to stand in the repository. */
export async function formattedPages(): Promise<Map<string, string>> {
	const triggers = ['MarketplaceHubTrigger', 'MarketplaceHubQueueTrigger'].map((name) => {
		const Trigger = built(`${name}.node`)[name] as new () => INodeType;
		const { description } = new Trigger();
		// n8n adds its own Poll Times to a polling node that it loads
		const properties = description.properties.filter((property) => property.name !== 'pollTimes');
		return { ...description, properties };
	});
	const source = {
		triggers,
		...built('actions/resources'),
		...built('actions/form/longestWait'),
		...built('api/endpoints'),
		...built('shared/forms'),
	} as unknown as Source;
	const options = await resolveConfig(join(projectRoot, 'README.md'));
	const pages = await Promise.all(
		[...referencePages(source), ['messages.md', messagesPage()] as const].map(
			async ([file, text]) =>
				[file, await format(text, { ...options, parser: 'markdown' })] as const,
		),
	);
	return new Map(pages);
}
