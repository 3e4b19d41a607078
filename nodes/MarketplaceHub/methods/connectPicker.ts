import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connectHub, type Hub } from '../api/hub';
import { timing } from '../api/timing';

/** The hub for what the editor shows while somebody waits for it. */
export const connectPicker = (context: ILoadOptionsFunctions): Hub =>
	connectHub(context, {
		longestWait: { ms: timing.pickerWait },
		deadline: timing.pickerWait,
	});
