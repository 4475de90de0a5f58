import type { RecordedEvent } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  automationRunStream,
  type CustomAutomations,
  type CustomRunEvent,
  type CustomRunState,
  createCustomAutomations,
  customRuleStream,
  customRunDecider,
  customRunStream,
  decisionsByKey,
  decisionsOfRaises,
  decisionsOfRun,
  type EarlierDecisions,
  evolveCustomAutomations,
  isRunDecided,
  isRunOver,
  type LinkedOrganization,
  type OpenApplication,
  ruleInOrganization,
  runDecider,
  type Slot,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { byPosition, type Following, follow, readPastRule } from '../../past/past-log.ts';

/** A run of a rule that evaluated something, as the log has it. */
export interface RecordedCustomRun {
  readonly start: NonNullable<CustomRunState['start']>;
  readonly state: CustomRunState;
  /** Where its start is in the log. */
  readonly position: bigint;
}

/** Rules of an application and their runs in an ad organization, as they were. Asked for one instant after another. */
export interface RunHistory {
  readonly rules: Following<CustomAutomations>;
  /** Of rules of any type, by id. */
  readonly names: Following<ReadonlyMap<number, string>>;
  /** Runs of one rule, oldest first. */
  runsOf(automationId: number): readonly RecordedCustomRun[];
  /** What other rules had decided at a slot that was not carried out to its end yet when a run began. */
  earlierThan(run: RecordedCustomRun, slot: Slot): Promise<EarlierDecisions>;
}

interface HistoryScope {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly signal: AbortSignal;
}

interface RunStream {
  readonly automation_id: number;
  readonly slot: string;
  readonly events: readonly RecordedEvent[];
}

const streamsAtOnce = 8;

export async function readRunHistory(
  { deps, customRules, automations }: SettingsContext,
  { application: { application_id }, organization: { org_id }, signal }: HistoryScope,
): Promise<RunHistory> {
  const { log } = deps;
  await Promise.all([automations.caughtUp, customRules.caughtUp]);
  const { rules, runs } = customRules.state;
  const ids = [...rules.rules.values()].filter((rule) => rule.application_id === application_id);
  const limit = pLimit(streamsAtOnce);
  const read = (stream: string): Promise<RecordedEvent[]> => {
    signal.throwIfAborted();
    return log.readStream(stream);
  };
  const ofRules = await limit.map(ids, ({ automation_id }) => read(customRuleStream(automation_id)));
  const summaries = ids.flatMap(
    ({ automation_id }) => runs.organizations.get(ruleInOrganization(automation_id, org_id))?.runs ?? [],
  );
  const runStreams = await limit.map(summaries, async ({ automation_id, slot }): Promise<RunStream> => {
    return { automation_id, slot, events: await read(customRunStream({ automation_id, org_id, slot })) };
  });
  const events = byPosition([...ofRules.flat(), ...runStreams.flatMap((run) => run.events)]);
  const history = follow(events, createCustomAutomations(), (state, next) => {
    for (const { event, position } of next) evolveCustomAutomations(state, event, position);
    return state;
  });
  const raising = [...automations.state.rules.values()].filter((rule) => rule.application_id === application_id);
  const raisingNames = await Promise.all(
    raising.map(async ({ automation_id }) => [automation_id, await readPastRule(log, automation_id)] as const),
  );
  return {
    rules: history,
    names: (upTo) => {
      const names = [...history(upTo).rules.rules.values()].map(
        ({ automation_id, name }) => [automation_id, name] as const,
      );
      const ofRaising = raisingNames.map(([id, rule]) => [id, rule(upTo)?.name ?? `Rule ${id}`] as const);
      return new Map([...names, ...ofRaising]);
    },
    runsOf: (automationId) =>
      runStreams.flatMap((run) => (run.automation_id === automationId ? recordedRun(run.events) : [])).sort(byStart),
    earlierThan: async (run, slot) => {
      const decisions = runStreams
        .filter((other) => other.slot === slot.id && other.automation_id !== run.start.automation_id)
        .flatMap((other) => decisionsOfRun(runningAt(other.events, run.position), slot));
      for (const { automation_id } of raising) {
        const stream = automationRunStream({ automation_id, org_id, slot: slot.id });
        const begun = (await read(stream)).filter(({ position }) => position < run.position);
        const state = begun.reduce(
          (current, { event }) => runDecider.evolve(current, event as AutomationRunEvent),
          runDecider.initialState(),
        );
        if (state.ended || state.start === null || state.start.mode === 'shadow') continue;
        const { as_of: started_at } = state.start;
        decisions.push(...decisionsOfRaises(state, slot, { automation_id, started_at }));
      }
      return decisionsByKey(decisions);
    },
  };
}

const byStart = (left: RecordedCustomRun, right: RecordedCustomRun): number =>
  left.position < right.position ? -1 : left.position > right.position ? 1 : 0;

const stateOf = (events: readonly RecordedEvent[]): CustomRunState =>
  events.reduce(
    (state, { event }) => customRunDecider.evolve(state, event as CustomRunEvent),
    customRunDecider.initialState(),
  );

/** A run of which not all verdicts were recorded did nothing. */
function recordedRun(events: readonly RecordedEvent[]): RecordedCustomRun[] {
  const state = stateOf(events);
  const position = events.findLast(({ event }) => event.type === 'CustomRuleRunStarted')?.position;
  return state.start === null || position === undefined || !isRunDecided(state)
    ? []
    : [{ start: state.start, state, position }];
}

/** A live run as it was, if it was under way then. */
function runningAt(events: readonly RecordedEvent[], position: bigint): CustomRunState {
  const state = stateOf(events.filter((event) => event.position < position));
  const isUnderWay = !isRunOver(state) && state.start?.mode === 'live';
  return isUnderWay ? state : customRunDecider.initialState();
}
