import { stoppedMessage } from '../../change/outcomes/row-turn.ts';
import type {
  ActionVerdict,
  EvaluatedVerdict,
  RuleCounts,
  RuleVerdict,
  VerdictReason,
} from '../evaluation/rule-verdict.ts';
import type { CustomRunStart, SettledUnit } from './custom-run.events.ts';
import { type RecordedVerdicts, readUnits } from './record/recorded-verdicts.ts';

type SettledAction = SettledUnit['actions'][number];
export type ActionOutcome = SettledAction['outcome'];

/** A verdict with how its calls ended; `null` outcomes: nothing was sent, or it is under way. */
export interface SettledVerdict extends Omit<RuleVerdict, 'verdict' | 'reason' | 'actions'> {
  readonly verdict: EvaluatedVerdict | 'failed' | 'conflict' | 'unknown';
  readonly reason: VerdictReason | 'stopped' | null;
  readonly actions: readonly (ActionVerdict & { readonly outcome: ActionOutcome | null })[];
  readonly outcome: ActionOutcome | null;
}

const isDone = ({ outcome }: SettledAction): boolean => outcome === 'changed' || outcome === 'unchanged';

/** The action that says how a unit ended: one that failed before one that is not known, and these before those that were done. */
function decidingAction({ actions }: SettledUnit): SettledAction | undefined {
  const of = (...outcomes: ActionOutcome[]) => actions.find(({ outcome }) => outcomes.includes(outcome));
  return of('refused') ?? of('unknown') ?? of('conflict') ?? of('skipped') ?? actions.find(isDone);
}

type Ending = Pick<SettledVerdict, 'verdict' | 'reason'>;

function endingOf({ outcome, message }: SettledAction): Ending {
  switch (outcome) {
    case 'changed':
    case 'unchanged':
      return { verdict: 'acted', reason: null };
    case 'conflict':
      return { verdict: 'conflict', reason: null };
    case 'unknown':
      return { verdict: 'unknown', reason: null };
    case 'skipped':
      return message === stoppedMessage
        ? { verdict: 'skipped', reason: 'stopped' }
        : { verdict: 'failed', reason: null };
    case 'refused':
      return { verdict: 'failed', reason: null };
    default:
      return outcome satisfies never;
  }
}

function endedSentence({ name, sentence }: RuleVerdict, { verdict, reason }: Ending, message: string | null): string {
  if (verdict === 'failed') return `Could not change "${name}"${message === null ? '' : `: ${message}`}`;
  if (verdict === 'conflict') return `"${name}" was changed by someone else, left as it is`;
  if (verdict === 'unknown') return `Change of "${name}" sent, Apple has not confirmed it yet`;
  return reason === 'stopped' ? `Left "${name}" as it is: Stopped` : sentence;
}

/** A verdict as it is shown: what was decided until its calls have ended, and then how they did. */
export function settleVerdict(verdict: RuleVerdict, settled: SettledUnit | undefined): SettledVerdict {
  const actions = verdict.actions.map((action) => {
    const ended = settled?.actions.find(({ do: name }) => name === action.do);
    return { ...action, outcome: ended?.outcome ?? null };
  });
  const deciding = settled === undefined ? undefined : decidingAction(settled);
  if (deciding === undefined) return { ...verdict, actions, outcome: null };
  const ending = endingOf(deciding);
  return {
    ...verdict,
    ...ending,
    actions,
    outcome: deciding.outcome,
    message: isDone(deciding) ? verdict.message : deciding.message,
    sentence: endedSentence(verdict, ending, deciding.message),
  };
}

/** Of the actions of a unit those whose change was made, or may have been. */
export const madeActions = (actions: readonly ActionVerdict[], { actions: ended }: SettledUnit): ActionVerdict[] =>
  actions.filter((action) =>
    ended.some(({ do: name, outcome }) => name === action.do && (outcome === 'changed' || outcome === 'unknown')),
  );

/** The counts of a run once its calls have ended. Conflicts and what is not known count as failed. */
export function finalCounts({
  start,
  verdicts,
  settled,
}: {
  readonly start: CustomRunStart;
  readonly verdicts: readonly RecordedVerdicts[];
  readonly settled: ReadonlyMap<string, SettledUnit>;
}): RuleCounts {
  const { counts } = start;
  const endings = verdicts.flatMap((part) =>
    readUnits(part).flatMap(({ key }) => {
      const unit = settled.get(key);
      const deciding = unit === undefined ? undefined : decidingAction(unit);
      return deciding === undefined ? [] : [endingOf(deciding).verdict];
    }),
  );
  const skipped = endings.filter((verdict) => verdict === 'skipped').length;
  const failed = endings.filter((verdict) => verdict !== 'skipped' && verdict !== 'acted').length;
  return {
    ...counts,
    acted: counts.acted - skipped - failed,
    skipped: counts.skipped + skipped,
    failed: counts.failed + failed,
  };
}
