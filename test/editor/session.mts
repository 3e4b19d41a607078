import type { INodeParameters } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { signIn, storeCredential } from '../n8n/session.mts';
import type { Credential, N8nRest } from '../server/rest.mts';
import { Editor, launchChromium } from './editor.mts';
import { single } from './workflows.mts';

export interface Session {
	/** The demo's hub with its panel, one for a file. */
	readonly hub: Hub;
	readonly n8n: N8nRest;
	/** A credential for this hub. */
	readonly credential: Credential;
	/** The page of all tests of the suite, signed in. */
	readonly editor: Editor;
	readonly browser: Browser;
}

let opened: Promise<{ browser: Browser; editor: Editor }> | undefined;

/** One browser for all files of the suite, which ends with this process. */
async function open(n8n: N8nRest): Promise<{ browser: Browser; editor: Editor }> {
	const browser = await launchChromium();
	return { browser, editor: await Editor.open(browser, n8n) };
}

/** n8n's editor in a browser beside a hub with something of everything. */
export function useEditor(): Session {
	const session = {} as { -readonly [Name in keyof Session]: Session[Name] };
	beforeAll(async () => {
		[session.hub, session.n8n] = await Promise.all([
			startHub({ panel: true, seed: demoSeed }),
			signIn(),
		]);
		({ browser: session.browser, editor: session.editor } = await (opened ??= open(session.n8n)));
		session.credential = await storeCredential(session.n8n, session.hub);
	});
	afterAll(async () => {
		await session.n8n.request('DELETE', `/rest/credentials/${session.credential.id}`);
		await session.hub.stop();
	});
	afterEach(async () => await session.editor.leave());
	return session;
}

/** A page of its own in a browser of this language, for all tests of a file. */
export function useEditorIn(locale: string, session: Session): { readonly editor: Editor } {
	const own = {} as { editor: Editor };
	beforeAll(async () => {
		own.editor = await Editor.open(session.browser, session.n8n, { locale });
	});
	afterEach(async () => await own.editor.leave());
	afterAll(async () => await own.editor.close());
	return own;
}

/** Opens our node of a workflow of its own with these parameters; the workflow's ID. */
export async function openHubNode(
	{ n8n, credential, editor }: Pick<Session, 'n8n' | 'credential' | 'editor'>,
	parameters: INodeParameters,
): Promise<string> {
	const { id } = await n8n.createWorkflow(single(credential, parameters));
	await editor.openNode(id, 'hub');
	return id;
}
