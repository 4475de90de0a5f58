import { eventIdFrom } from '@tapwise/adapters';
import { customRunStream, leaveOutCustomRun, type Slot } from '@tapwise/domain';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';

/** Records that a slot passes without an evaluation. */
export async function leaveOutSlot(
  context: CustomRuleContext,
  { rule, organization }: CustomRuleScope,
  slot: Slot,
  why: {
    readonly state: 'missed' | 'no_fresh_data' | 'no_complete_data' | 'stopped';
    readonly message: string | null;
  },
): Promise<void> {
  const { automation_id, application_id, version } = rule;
  const identity = { automation_id, org_id: organization.org_id, slot: slot.id };
  const stream = customRunStream(identity);
  const data = {
    ...identity,
    application_id,
    version,
    run_id: eventIdFrom(stream),
    slot_at: new Date(slot.at).toISOString(),
    ...why,
    left_out_at: new Date(context.now()).toISOString(),
  };
  await context.runs.change(stream, `left out ${stream}`, (state) => leaveOutCustomRun(state, data));
}
