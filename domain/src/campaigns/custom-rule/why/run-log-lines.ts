import { leftOutTexts, runName } from '../../automation/run/log-lines.ts';
import type { RuleLevel } from '../definition/custom-rule.ts';
import type { CustomRunState } from '../run/custom-run.decider.ts';
import type { CustomRunEvent } from '../run/custom-run.events.ts';
import type { CustomRunSummary } from '../run/custom-runs.ts';
import { type RecordedVerdict, readUnits, readVerdicts } from '../run/record/recorded-verdicts.ts';
import { type SettledVerdict, settleVerdict } from '../run/settled-verdict.ts';
import { runLine } from './run-line.ts';
import { suggestedSentence } from './sentences.ts';

/** A line of the log of a rule that people wrote. */
export interface RunLogLine {
  /** ISO 8601. */
  readonly date: string;
  readonly campaign_name: string;
  readonly message: string;
  /** Of the unit; `null` of what is about a whole run. */
  readonly key: string | null;
}

/** The lines that a run adds to the log of its rule, newest first. Units that are left as they are have none. */
export function runLogLines(run: CustomRunSummary, state: CustomRunState, level: RuleLevel): RunLogLine[] {
  const ended = run.ended_at === null ? [] : [ofRun(run.ended_at, endedText(run, level))];
  const { start } = state;
  if (start === null) return ended;
  const verdicts = state.verdicts
    .flatMap((part) => readVerdicts(part, start.currency))
    .map((verdict) => settleVerdict(verdict, state.settled.get(verdict.key)));
  const lines = start.held === null ? verdicts.flatMap((verdict) => unitLine(verdict, run)) : [];
  return [...ended, ...lines];
}

/** How many lines an event adds. */
export function linesAdded(event: CustomRunEvent): number {
  switch (event.type) {
    case 'CustomRuleRunEnded':
    case 'CustomRuleRunLeftOut':
      return 1;
    case 'CustomRuleVerdictsSuggested':
      return readUnits(event.data).filter((verdict) => verdict.verdict === 'acted' || isNotifiedAtOnce(verdict)).length;
    case 'CustomRuleVerdictsDecided':
      return readUnits(event.data).filter(isNotifiedAtOnce).length;
    case 'CustomRuleVerdictsSettled':
      return event.data.settled.length;
    default:
      return 0;
  }
}

const isNotifiedAtOnce = ({ verdict }: Pick<RecordedVerdict | SettledVerdict, 'verdict'>): boolean =>
  verdict === 'notified' || verdict === 'blocked';

function unitLine(verdict: SettledVerdict, { as_of, ended_at, mode }: CustomRunSummary): RunLogLine[] {
  const { campaign_name, key, sentence, outcome } = verdict;
  const line = (date: string | null, message: string): RunLogLine[] =>
    date === null ? [] : [{ date, campaign_name, message, key }];
  if (isNotifiedAtOnce(verdict)) return line(as_of, sentence);
  if (mode === 'shadow') return verdict.verdict === 'acted' ? line(as_of, suggestedSentence(sentence)) : [];
  return outcome === null ? [] : line(ended_at, sentence);
}

const ofRun = (date: string, message: string): RunLogLine => ({ date, campaign_name: '', message, key: null });

function endedText({ state, slot, counts, message }: CustomRunSummary, level: RuleLevel): string {
  if (message !== null) return message;
  if (state === 'missed' || state === 'no_fresh_data') return `${runName(slot)} ${leftOutTexts[state]}`;
  if (state === 'stopped' || counts === null) return `${runName(slot)} ${leftOutTexts.stopped}`;
  return runLine(counts, level, slot);
}
