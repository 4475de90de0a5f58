import type { PastViewResponse, pastViewPath } from '@tapwise/contract/past-view';
import { request } from '../../server/http/request.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const path: typeof pastViewPath = '/api/asa/past_view';

/** The tables of one application as of one instant. */
export interface ViewKey {
  applicationId: number;
  instant: string;
}

/** Whether the tables are there. */
export async function askView({ applicationId, instant }: ViewKey): Promise<PastViewResponse['view']> {
  const query = { application_id: applicationId, as_of: instant };
  return (await request<PastViewResponse>({ method: 'GET', path, query })).body.view;
}

/** Has the tables prepared. Repeated, it changes nothing. */
export async function prepareView({ applicationId, instant }: ViewKey): Promise<PastViewResponse['view']> {
  const body = { application_id: applicationId, as_of: instant };
  return (await request<PastViewResponse>({ method: 'POST', path, body })).body.view;
}

/** The earliest instant of an application, ISO 8601: it was added then. */
export async function askEarliest(applicationId: number, signal: AbortSignal): Promise<string> {
  const query = { application_id: applicationId };
  return (await request<PastViewResponse>({ method: 'GET', path, query, signal })).body.earliest;
}
