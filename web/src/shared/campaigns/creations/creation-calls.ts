import type { Creation, CreationResponse } from '@tapwise/contract';
import { request } from '../../server/http/request.ts';

/** Calls that create in the background. */
const calls = {
  skag: { method: 'POST', path: '/api/asa/skag_campaign' },
  bulk: { method: 'POST', path: '/api/asa/skag_campaign_bulk' },
  skag_keywords: { method: 'POST', path: '/api/asa/skag_campaign/keyword' },
  discovery: { method: 'POST', path: '/api/asa/discovery_campaign' },
  discovery_keywords: { method: 'PUT', path: '/api/asa/discovery_campaign' },
  filter_discovery: { method: 'POST', path: '/api/asa/filter_discovery' },
} as const;
export type CreationCall = keyof typeof calls;

/** The call each kind is asked about by; a creation is found by its id, whichever call made it. */
const callOf: Readonly<Record<Creation['kind'], CreationCall>> = {
  skag: 'skag',
  bulk: 'bulk',
  discovery: 'discovery',
  keywords: 'skag_keywords',
  filter: 'filter_discovery',
};

/**
 * Begins a creation, or joins the one of the same `request_id`.
 * @throws ApiError when it was refused
 */
export async function sendCreation(call: CreationCall, body: object): Promise<CreationResponse> {
  return (await request<CreationResponse>({ ...calls[call], body })).body;
}

export type CreationQuestion = Pick<Creation, 'request_id' | 'kind' | 'asa_organization_id' | 'campaign_id' | 'offset'>;

/**
 * The same request sent again with the offset that is known: the progress of the creation, and at its end its outcome. The
 * server finds it by its id, so lists are not sent again.
 * @throws ApiError where the creation failed or was cancelled
 */
export function askCreation(applicationId: number, creation: CreationQuestion): Promise<CreationResponse> {
  const { request_id, kind, asa_organization_id, campaign_id, offset } = creation;
  return sendCreation(callOf[kind], {
    application_id: applicationId,
    asa_organization_id,
    request_id,
    campaign_id,
    offset,
  });
}

/** Stops after the keywords under way, or goes on where it stopped. */
export async function stepCreation(
  step: 'cancel' | 'continue',
  applicationId: number,
  request_id: string,
): Promise<Creation> {
  const body = { application_id: applicationId, request_id };
  return (await request<{ creation: Creation }>({ method: 'POST', path: `/api/asa/creations/${step}`, body })).body
    .creation;
}
