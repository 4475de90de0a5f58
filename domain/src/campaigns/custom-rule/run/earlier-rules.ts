import type { ExistingRule } from '../../automation/rule/automation.decider.ts';
import type { Slot, SlotClock } from '../../automation/rule/slots.ts';
import { slotGraceMs } from '../../automation/rule/slots.ts';
import { isDueAt, type SlottedRule } from '../../automation/run/next-run.ts';
import type { ExistingCustomRule } from '../rule/existing-custom-rule.ts';

type OrderedRule = Pick<ExistingCustomRule, 'automation_id' | 'application_id' | 'apply_to'> & {
  readonly rule: Pick<ExistingCustomRule['rule'], 'priority'>;
};

/** As which rules of fixed types are ordered among those that people write; of one priority they go first. */
const fixedPriority = 500;

/** Whether two rules are for one campaign, or may be. */
function meet(left: readonly number[] | 'all' = [], right: readonly number[] | 'all' = []): boolean {
  if (left === 'all') return right === 'all' || right.length > 0;
  return right === 'all' ? left.length > 0 : left.some((id) => right.includes(id));
}

/** Rules that people wrote and that go before another one at the same slot: by priority, then older ones first. */
export function earlierCustomRules(
  rules: Iterable<ExistingCustomRule>,
  { automation_id, application_id, apply_to, rule: { priority } }: OrderedRule,
  orgId: number,
): ExistingCustomRule[] {
  return [...rules].filter(
    (other) =>
      other.automation_id !== automation_id &&
      other.application_id === application_id &&
      other.status === 'active' &&
      other.mode === 'live' &&
      (other.rule.priority < priority || (other.rule.priority === priority && other.automation_id < automation_id)) &&
      meet(other.apply_to[orgId], apply_to[orgId]),
  );
}

/** Rules that raise bids and go before one that people wrote. */
export function earlierRaisingRules(
  rules: Iterable<ExistingRule>,
  { application_id, apply_to, rule: { priority } }: OrderedRule,
  orgId: number,
): ExistingRule[] {
  if (priority < fixedPriority) return [];
  return [...rules].filter(
    (other) =>
      other.application_id === application_id &&
      other.type === 'raise_bids' &&
      other.status === 'active' &&
      other.mode === 'live' &&
      meet(other.apply_to[orgId], apply_to[orgId]),
  );
}

/** After so long a rule that has not begun waits for fresh data. */
const freshDataWaitMs = 15 * 60_000;

/** A slot that waits for a rule that goes first. Instants in milliseconds. */
export interface WaitingSlot {
  readonly slot: Slot;
  readonly clock: SlotClock;
  /** The earlier rule itself waits for fresh data, which may not come. */
  readonly needsFreshData: boolean;
  readonly now: number;
}

/** Whether a slot waits for a rule that goes first: while that runs, and for a while until it begins. */
export function waitsFor(earlier: SlottedRule, { slot, clock, needsFreshData, now }: WaitingSlot): boolean {
  if (!isDueAt(earlier, slot)) return false;
  if (earlier.runs.some((run) => run.slot === slot.id)) return true;
  const most = slotGraceMs(clock) / 2;
  return now < slot.at + (needsFreshData ? Math.min(freshDataWaitMs, most) : most);
}
