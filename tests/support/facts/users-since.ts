import { applicationStream, type Day } from '@tapwise/domain';
import type { ApiService } from '../services/api-service.ts';
import { happened } from './ads-world.ts';

/** The application's SDK reports users since a day. @returns commit position. */
export const usersSince = (api: ApiService, application_id: number, first_event_day: Day): Promise<bigint> =>
  happened(api, applicationStream(application_id), {
    type: 'SdkIntegrationProven',
    data: { application_id, first_event_day, test: false, at: `${first_event_day}T12:00:00.000Z` },
  });
