import type { QueryClient } from '@tanstack/react-query';
import type { ChangeResponse } from '@tapwise/contract';
import { request } from '../../server/http/request.ts';
import { refreshSettings } from '../changes/refresh-settings.ts';
import { sendWrite } from '../changes/write-calls.ts';
import { labelsKey, labelsPath as path } from './labels-query.ts';

/** After a change of labels: what is on the screen of them is asked again. */
export function refreshLabels(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [labelsKey] });
  refreshSettings(client);
}

/** @returns its id. */
export async function createLabel(application_id: number, name: string): Promise<number> {
  const body = { application_id, name };
  return (await request<{ id: number }>({ method: 'POST', path, body })).body.id;
}

export const renameLabel = (application_id: number, id: number, name: string): Promise<unknown> =>
  request({ method: 'PUT', path, body: { application_id, id, name } });

export const deleteLabel = (application_id: number, id: number): Promise<unknown> =>
  request({ method: 'DELETE', path, body: { application_id, id } });

/** A label, and the objects that are to have it or to lose it, by key. */
export interface LabelWish {
  readonly id: number;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export const setLabel = (application_id: number, wish: LabelWish): Promise<ChangeResponse> =>
  sendWrite({ method: 'PUT', path: `${path}/objects`, body: { application_id, ...wish } });
