import { type Creation, creationsAnswerSchema } from '@tapwise/contract';

/** Ids of requests, as UUIDs. */
export const requestIds = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
  c: '00000000-0000-4000-8000-00000000000c',
};

/** A creation that runs, or as it is said. */
export function creation(own: Partial<Creation> = {}): Creation {
  return {
    ...{
      request_id: requestIds.a,
      kind: 'skag',
      asa_organization_id: 40,
      name: 'US · SKAG · Autumn',
      campaign_id: 901,
    },
    ...{ offset: 1000, total: 2297, state: 'running', created: 993, skipped: 0, duplicates: 7, error_message: null },
    ...{ started_at: new Date(Date.now() - 80_000).toISOString(), ended_at: null },
    ...own,
  };
}

export const creationsAnswer = (...creations: Creation[]) => creationsAnswerSchema.parse({ status: 'ok', creations });
