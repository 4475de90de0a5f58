import { defineProcess } from '../../story/process.ts';

/** There is one such process. */
export type ReconcilePaymentsInput = Readonly<Record<string, never>>;

export interface ReconcilePaymentsActivities {
  /** Compares the checkouts that follow one, in the order of their ids. @returns the last of the part; `null` after the last part. */
  comparePayments(part: { readonly after: string | null }): Promise<{ next: string | null }>;
}

/** Woken when a process that can ask the payment provider has begun. */
export const reconcilePaymentsProcess = defineProcess<ReconcilePaymentsInput, ReconcilePaymentsActivities>({
  name: 'reconcilePayments',
  id: () => 'reconcile-payments',
  activities: {
    comparePayments: {
      queue: 'records',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 60, longestPauseSeconds: 3600 },
    },
  },
});
