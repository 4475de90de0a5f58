import { customRunStream, leaveOutCustomRun, type Slot } from '@tapwise/domain';
import { leftOutRun } from '../rule-runs/left-out-run.ts';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';

/** Records that a slot passes without an evaluation. */
export async function leaveOutSlot(
  { runs, now }: Pick<CustomRuleContext, 'runs' | 'now'>,
  ruleScope: CustomRuleScope,
  slot: Slot,
  why: {
    readonly state: 'missed' | 'no_fresh_data' | 'no_complete_data' | 'stopped';
    readonly message: string | null;
  },
): Promise<void> {
  const { stream, cause, data } = leftOutRun(ruleScope, slot, customRunStream, now());
  await runs.change(stream, cause, (state) => leaveOutCustomRun(state, { ...data, ...why }));
}
