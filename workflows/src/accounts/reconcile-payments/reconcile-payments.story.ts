import type { Steps } from '../../story/steps.ts';
import type { ReconcilePaymentsActivities, ReconcilePaymentsInput } from './reconcile-payments.contract.ts';

const daySeconds = 86_400;

/** Compares with the payment provider once a day, in parts: notifications that it could not deliver for three days are lost. */
export async function reconcilePayments(
  { call, untilWoken, continueWith }: Steps<ReconcilePaymentsInput, ReconcilePaymentsActivities>,
  input: ReconcilePaymentsInput,
): Promise<void> {
  for (;;) {
    let after: string | null = null;
    do {
      const part: { next: string | null } = await call.comparePayments({ after });
      after = part.next;
    } while (after !== null);
    await untilWoken(daySeconds);
    await continueWith(input);
  }
}
