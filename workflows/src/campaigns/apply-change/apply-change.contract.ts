import { defineProcess, recordOptions } from '../../story/process.ts';

/** A change that was asked for. Its content and progress are in the log. */
export interface ApplyChangeInput {
  readonly change_id: string;
  /** Earlier changes in its campaigns that were not settled when it was begun; settings that they wait for are left to them. */
  readonly beside?: readonly string[];
}

/** What is left of a change. */
export type OpenChange =
  | { readonly status: 'ended' }
  /** There is no user of the ad service's API. */
  | { readonly status: 'waiting'; readonly seconds: number }
  | {
      readonly status: 'open';
      /** Campaigns with rows without an outcome: those that others may wait for, then those with rows that wait for others. */
      readonly campaigns: readonly number[];
      readonly later_campaigns: readonly number[];
      /** Whether it is recorded that only unconfirmed rows are left. Histories of running changes hold this name, and `recordDoubt`. */
      readonly in_doubt: boolean;
    };

export interface CampaignInput extends ApplyChangeInput {
  readonly campaign_id: number;
}

/** What a pass over the rows of a campaign has left. */
export interface CampaignPass {
  /** When something is due next; `null` when every row has its outcome. */
  readonly pause_seconds: number | null;
  /** Whether some were not sent yet for another reason than that they wait for an earlier change. */
  readonly has_unsent: boolean;
}

/** Each may be cut off and repeated at any point. */
export interface ApplyChangeActivities {
  readOpenCampaigns(change: ApplyChangeInput): Promise<OpenChange>;
  /** Does for the rows of a campaign all that is due: reads what holds, sends what may be sent, reads back what was not answered. */
  applyToCampaign(campaign: CampaignInput): Promise<CampaignPass>;
  /** Records, where it is so, that all that is left was sent and not answered, or waits for an earlier change. */
  recordDoubt(change: ApplyChangeInput): Promise<void>;
  /** Records that every row has its outcome. */
  settleChange(change: ApplyChangeInput): Promise<void>;
}

export const applyChangeProcess = defineProcess<ApplyChangeInput, ApplyChangeActivities>({
  name: 'applyChange',
  id: ({ change_id }) => `apply-change/${change_id}`,
  activities: {
    readOpenCampaigns: recordOptions,
    applyToCampaign: {
      queue: 'writes',
      longestSeconds: 900,
      heartbeatSeconds: 5,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
    recordDoubt: recordOptions,
    settleChange: recordOptions,
  },
});
