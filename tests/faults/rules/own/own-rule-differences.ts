import { type EventLog, readLog } from '@tapwise/adapters';
import {
  type CustomRunEvent,
  type CustomRunState,
  customRunDecider,
  isRunOver,
  outcomeOf,
  type RowEvent,
  readVerdicts,
} from '@tapwise/domain';
import type { SettingsChangeWorld } from '../../../support/workers/settings-world.ts';
import { type LoggedSettingsChanges, readSettingsChanges } from '../../settings-changes/logged-changes.ts';

/** The outcomes of runs of rules that people wrote. */
export interface OwnRuleFigures {
  /** Runs with an end. */
  readonly runs: number;
  /** Bids that were decided to be raised. */
  readonly decided: number;
  /** Runs and changes that have not ended. */
  readonly open: readonly string[];
  /** Decisions without an outcome, and values that the ad service was never sent. */
  readonly lost: readonly string[];
  /** Decisions with several outcomes, units that one run changed twice, and writes that the log does not have. */
  readonly twice: readonly string[];
}

interface LoggedRun {
  state: CustomRunState;
  /** Outcomes by key. */
  readonly settled: Map<string, number>;
}

/** Compares what rules decided with how it ended, and the log with what the ad service was sent. */
export async function compareOwnRules({ api, service }: SettingsChangeWorld): Promise<OwnRuleFigures> {
  const runs = [...(await readRuns(api.log)).entries()];
  const logged = await readSettingsChanges(api.log);
  const outcomes = runs.flatMap(([stream, run]) =>
    decidedKeys(run.state).map((key) => ({ unit: `${stream} ${key}`, count: run.settled.get(key) ?? 0 })),
  );
  const open = runs.flatMap(([stream, run]) => (isRunOver(run.state) ? [] : [`${stream} did not end`]));
  const unsettled = [...logged.requested.keys()].filter((id) => !logged.settled.has(id));
  const changed = changedRows(logged);
  const perRun = countOf(changed.map(({ data }) => `${data.actor.source} ${data.key}`));
  const written = countOf(writtenBids(service.calls));
  const recorded = countOf(changed.map(({ data }) => `${data.key.split(':').at(-1)} ${data.new}`));
  return {
    runs: runs.filter(([, { state }]) => state.end !== null).length,
    decided: outcomes.length,
    open: [...open, ...unsettled.map((id) => `change ${id} is not settled`)],
    lost: [
      ...outcomes.flatMap(({ unit, count }) => (count === 0 ? [`${unit}: no outcome`] : [])),
      ...beyond(recorded, written).map((bid) => `${bid} is in the log and was not sent`),
    ],
    twice: [
      ...outcomes.flatMap(({ unit, count }) => (count > 1 ? [`${unit}: ${count} outcomes`] : [])),
      ...[...perRun].flatMap(([unit, count]) => (count > 1 ? [`${unit}: changed ${count} times`] : [])),
      ...beyond(written, recorded).map((bid) => `${bid} was sent and is not in the log`),
    ],
  };
}

async function readRuns(log: EventLog): Promise<Map<string, LoggedRun>> {
  const runs = new Map<string, LoggedRun>();
  await readLog(log, { streamPrefixes: ['customRuleRun-'] }, (events) => {
    for (const { stream, event } of events) {
      const run = runs.get(stream) ?? { state: customRunDecider.initialState(), settled: new Map() };
      runs.set(stream, run);
      run.state = customRunDecider.evolve(run.state, event as CustomRunEvent);
      if (event.type !== 'CustomRuleVerdictsSettled') continue;
      for (const { key } of event.data.settled) run.settled.set(key, (run.settled.get(key) ?? 0) + 1);
    }
  });
  return runs;
}

function decidedKeys({ start, verdicts }: CustomRunState): string[] {
  if (start === null) return [];
  return verdicts
    .flatMap((part) => readVerdicts(part, start.currency))
    .flatMap(({ key, verdict }) => (verdict === 'acted' ? [key] : []));
}

const changedRows = ({ outcomes }: LoggedSettingsChanges): RowEvent[] =>
  [...outcomes.values()].flat().filter((row) => row.data.actor.kind === 'rule' && outcomeOf(row) === 'changed');

/** Each bid that the ad service was sent, as `keyword micros`. */
const writtenBids = (calls: SettingsChangeWorld['service']['calls']): string[] =>
  calls.flatMap(({ method, path, body }) => {
    if (method !== 'PUT' || !path.endsWith('/targetingkeywords/bulk')) return [];
    const keywords = body as unknown as readonly { id: number; bidAmount?: { amount: string } }[];
    return keywords.flatMap(({ id, bidAmount }) =>
      bidAmount === undefined ? [] : [`${id} ${Math.round(Number(bidAmount.amount) * 1_000_000)}`],
    );
  });

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What is more often among the first than among the second. */
const beyond = (first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): string[] =>
  [...first].flatMap(([name, count]) => (count > (second.get(name) ?? 0) ? [name] : []));
