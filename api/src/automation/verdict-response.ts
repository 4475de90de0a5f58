import type { AutomationVerdict } from '@tapwise/contract/automation';
import {
  capValue,
  type Decision,
  displayedCap,
  displayedInputs,
  displayedValue,
  isUndecided,
  type SettledDecision,
  type UnitVerdict,
} from '@tapwise/domain';

/** Micros as answers show a bid. */
export const amount = (micros: number | null): number | null => displayedValue(micros, 'cpt_bid') as number | null;

/** A verdict as answers show it. @param settled How its call ended, where one was made. */
export function verdictResponse(
  decision: UnitVerdict,
  decisionId: string,
  settled: SettledDecision | undefined,
): AutomationVerdict {
  const { key, keyword, cap, old, computed, limited_by, inputs, caps } = decision;
  return {
    decision_id: decisionId,
    key,
    keyword,
    ...endOf(decision, settled),
    cap,
    old: amount(old),
    computed: amount(computed),
    new: amount(decision.new),
    limited_by,
    inputs: displayedInputs(inputs),
    caps: caps.map((check) => ({
      cap: check.cap,
      value: comparedValue(check, decision),
      limit: displayedCap(check.cap, check.limit),
      reached: check.reached,
    })),
    outcome: settled?.outcome ?? null,
    message: settled?.message ?? decision.message,
  };
}

/** What a cap is compared with; not known where that decides. */
const comparedValue = ({ cap, limit }: UnitVerdict['caps'][number], { inputs, old }: UnitVerdict): number | null =>
  isUndecided(cap, limit, inputs) ? null : capValue(cap, inputs, old);

const ends = {
  refused: 'failed',
  conflict: 'conflict',
  unknown: 'unknown',
  changed: 'raised',
  unchanged: 'raised',
} as const;

/** What a unit came to: a raise counts by how its call ended. */
function endOf(
  { verdict, reason }: Pick<Decision, 'verdict' | 'reason'>,
  settled: SettledDecision | undefined,
): Pick<AutomationVerdict, 'verdict' | 'reason'> {
  if (settled === undefined) return { verdict, reason };
  if (settled.outcome !== 'skipped') return { verdict: ends[settled.outcome], reason };
  return settled.message === 'Stopped' ? { verdict: 'skipped', reason: 'stopped' } : { verdict: 'failed', reason };
}
