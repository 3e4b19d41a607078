import type { IDataObject } from 'n8n-workflow';

/** A channel as pickers show it: by the name that the seller gave it. */
export const channelName = ({ nome, ativo }: IDataObject): string =>
	ativo === false ? `${String(nome)} (inactive)` : String(nome);
