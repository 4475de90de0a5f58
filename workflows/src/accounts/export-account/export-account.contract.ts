import { defineProcess, recordOptions } from '../../story/process.ts';

/** A copy of what is kept about a person, until its file is removed. */
export interface ExportAccountInput {
  readonly account_id: number;
  readonly request_id: string;
}

export interface ExportAccountActivities {
  /** @returns whether the copy is to be made, is there for so many seconds, or is of no use any more. */
  readCopy(copy: ExportAccountInput): Promise<{ status: 'wanted' | 'made' | 'over'; seconds_left: number }>;
  /** Made again after an interruption it replaces the file. */
  makeCopy(copy: ExportAccountInput): Promise<void>;
  removeCopy(copy: ExportAccountInput): Promise<void>;
}

export const exportAccountProcess = defineProcess<ExportAccountInput, ExportAccountActivities>({
  name: 'exportAccount',
  id: ({ account_id, request_id }) => `export-account/${account_id}/${request_id}`,
  activities: {
    readCopy: recordOptions,
    makeCopy: {
      queue: 'records',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
    },
    removeCopy: recordOptions,
  },
});
