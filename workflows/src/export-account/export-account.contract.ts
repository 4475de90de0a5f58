import { defineProcess } from '../story/process.ts';
import type { ExportAccountActivities } from './export-account.activities.ts';

/** A copy of what is kept about a person, until its file is removed. */
export interface ExportAccountInput {
  readonly account_id: number;
  readonly request_id: string;
}

export const exportAccountProcess = defineProcess<ExportAccountInput, ExportAccountActivities>({
  name: 'exportAccount',
  id: ({ account_id, request_id }) => `export-account/${account_id}/${request_id}`,
  activities: {
    makeOrRemoveCopy: {
      queue: 'records',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 2 },
    },
  },
});
