import type { PaymentFact, ProviderStep } from '@tapwise/domain';
import { defineProcess, recordOptions } from '../../story/process.ts';

/** Something an admin asked the payment provider for. Its content and end are in the log. */
export interface ApplyBillingRequestInput {
  readonly request_id: string;
}

/** What is to be done next about a request. */
export type NextBillingStep =
  | { readonly next: 'nothing' }
  | { readonly next: 'ask'; readonly step: ProviderCall }
  | { readonly next: 'wait'; readonly pause_seconds: number }
  | ({ readonly next: 'end' } & BillingRequestEnd);

/** A change that the provider is asked for. */
export type ProviderCall = Exclude<Extract<ProviderStep, string>, 'done'>;

/** How a request ended. */
export interface BillingRequestEnd {
  /** Of a refusal; `null` when it was done. */
  readonly code: string | null;
  /** What holds at the provider, where that was read. */
  readonly observed?: { readonly fact: PaymentFact; readonly occurred_at: string; readonly updated_at: string };
}

export interface ApplyBillingRequestActivities {
  /** Reads what holds at the provider. @returns what is left to be done. */
  compareWithProvider(request: ApplyBillingRequestInput): Promise<NextBillingStep>;
  /** Asks the provider for a change. */
  askProvider(request: ApplyBillingRequestInput & { readonly step: ProviderCall }): Promise<NextBillingStep>;
  /** Records the end. */
  endRequest(request: ApplyBillingRequestInput & { readonly end: BillingRequestEnd }): Promise<void>;
}

export const applyBillingRequestProcess = defineProcess<ApplyBillingRequestInput, ApplyBillingRequestActivities>({
  name: 'applyBillingRequest',
  id: ({ request_id }) => `billing-request/${request_id}`,
  activities: {
    compareWithProvider: recordOptions,
    // Repeated by the story only, which reads before what holds there.
    askProvider: {
      queue: 'writes',
      longestSeconds: 60,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 2, attempts: 1 },
    },
    endRequest: recordOptions,
  },
});
