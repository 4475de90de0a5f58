import { queryOptions } from '@tanstack/react-query';
import type { GuardrailsResponse } from '@tapwise/contract';
import { request } from '../../server/http/request.ts';

const path = '/api/asa/guardrails';

export type Guardrails = GuardrailsResponse['guardrails'];
export type GuardrailName = keyof Guardrails;

/** What is to be set; the rest stays as it is. */
export type GuardrailsWish = { readonly [Name in GuardrailName]?: Partial<Guardrails[Name]> };

/** What answers about the limits of applications, and about what is stopped, are kept under. */
export const guardrailsKey = ['guardrails'];

/** The limits of an application, and what is stopped for it. */
export const guardrailsOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: [...guardrailsKey, applicationId ?? 0],
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<GuardrailsResponse> => {
      const query = { application_id: applicationId ?? 0 };
      return (await request<GuardrailsResponse>({ method: 'GET', path, query, signal })).body;
    },
  });

/** @throws ApiError where a limit is refused, or the person is no admin. */
export async function setGuardrails(application_id: number, guardrails: GuardrailsWish): Promise<GuardrailsResponse> {
  return (await request<GuardrailsResponse>({ method: 'PUT', path, body: { application_id, guardrails } })).body;
}
