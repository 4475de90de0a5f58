import { automationRunStream, leaveOutRun, type Slot } from '@tapwise/domain';
import { leftOutRun } from '../rule-runs/left-out-run.ts';
import type { RuleScope, RunContext } from './run-context.ts';

/** Records that a slot passes without an evaluation. */
export async function leaveOut(
  { runs, now }: Pick<RunContext, 'runs' | 'now'>,
  ruleScope: RuleScope,
  slot: Slot,
  why: { readonly state: 'missed' | 'no_fresh_data' | 'stopped'; readonly message: string | null },
): Promise<void> {
  const { stream, cause, data } = leftOutRun(ruleScope, slot, automationRunStream, now());
  await runs.change(stream, cause, (state) => leaveOutRun(state, { ...data, ...why }));
}
