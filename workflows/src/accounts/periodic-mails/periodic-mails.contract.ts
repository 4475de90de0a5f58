import { type ActivityOptions, defineProcess } from '../../story/process.ts';

/** There is one such process. */
export type RequestRuleMailsInput = Readonly<Record<string, never>>;

/** There is one such process. */
export interface RequestBillingMailsInput {
  /** When usage is looked at next, in milliseconds; absent: at once. */
  readonly usage_at?: number;
}

const options: ActivityOptions = {
  queue: 'records',
  longestSeconds: 300,
  retry: { firstPauseSeconds: 10, longestPauseSeconds: 60 },
};

export interface RuleMailActivities {
  /** Asks for what is due now. */
  requestRuleMails(): Promise<void>;
}

export interface BillingMailActivities {
  requestEndingMails(): Promise<void>;
  requestUsageMails(): Promise<void>;
}

/** Mails about what rules did, and about rules that cannot work. */
export const requestRuleMailsProcess = defineProcess<RequestRuleMailsInput, RuleMailActivities>({
  name: 'requestRuleMails',
  id: () => 'request-rule-mails',
  activities: { requestRuleMails: options },
});

/** Mails about coming ends and used-up plans. */
export const requestBillingMailsProcess = defineProcess<RequestBillingMailsInput, BillingMailActivities>({
  name: 'requestBillingMails',
  id: () => 'request-billing-mails',
  activities: {
    requestEndingMails: options,
    requestUsageMails: { ...options, retry: { ...options.retry, attempts: 3 } },
  },
});
