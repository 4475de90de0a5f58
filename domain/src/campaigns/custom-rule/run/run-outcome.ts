import { stoppedMessage } from '../../change/outcomes/row-turn.ts';
import type { CustomRule } from '../definition/custom-rule.ts';
import { breakerText } from '../holds/breaker.ts';
import { heldText } from '../why/run-line.ts';
import type { CustomRunEnd } from './custom-run.decider.ts';
import type { CustomRunStart, SettledUnit } from './custom-run.events.ts';

/** How a run ends, once its calls have. */
export function outcomeOfRun(
  { held }: Pick<CustomRunStart, 'held'>,
  { level, guards }: Pick<CustomRule, 'level' | 'guards'>,
  settled: readonly SettledUnit[],
): Pick<CustomRunEnd, 'state' | 'message' | 'breaks'> {
  if (held !== null) return { state: 'held', message: heldText(held, level, guards.max_share), breaks: false };
  const actions = settled.flatMap((unit) => unit.actions);
  const stopped = actions.filter(({ outcome, message }) => outcome === 'skipped' && message === stoppedMessage);
  const failed = actions.filter(
    ({ outcome, message }) =>
      outcome === 'refused' || outcome === 'unknown' || (outcome === 'skipped' && message !== stoppedMessage),
  );
  const message = failed.findLast((action) => action.message !== null)?.message ?? 'no answer';
  const broken = breakerText({ written: actions.length - stopped.length, failed: failed.length, message });
  return { state: stopped.length > 0 ? 'stopped' : 'done', message: broken ?? null, breaks: broken !== undefined };
}
