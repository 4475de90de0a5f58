import type { RecordedEvent } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  automationRunStream,
  type CustomAutomations,
  type CustomRunEvent,
  type CustomRunState,
  type CustomRunSummary,
  createCustomAutomations,
  customRuleStream,
  customRunDecider,
  customRunStream,
  decisionsByKey,
  decisionsOfRaises,
  decisionsOfRun,
  type EarlierDecision,
  type EarlierDecisions,
  evolveCustomAutomations,
  hourMs,
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
import { boundsOf, type PastRange } from '../../past/past-range.ts';
import { rememberedEvent } from './remembered-event.ts';

/** A run of a rule that evaluated something, without its verdicts. */
export interface RecordedCustomRun {
  readonly start: NonNullable<CustomRunState['start']>;
  /** It released a held run. */
  readonly releases: boolean;
  /** Where its start is in the log. */
  readonly position: bigint;
}

/** Rules of an application and their runs in an ad organization, as they were. Asked for one instant after another. */
export interface RunHistory {
  readonly rules: Following<CustomAutomations>;
  /** Of rules of any type, by id. */
  readonly names: Following<ReadonlyMap<number, string>>;
  /** Runs in the range of the rule that is tested, oldest first. */
  readonly runs: readonly RecordedCustomRun[];
  /** A run with all its verdicts. */
  stateOf(run: RecordedCustomRun): Promise<CustomRunState>;
  /** What other rules had decided at a slot that was not carried out to its end yet when a run began. */
  earlierThan(run: RecordedCustomRun, slot: Slot): Promise<EarlierDecisions>;
}

interface HistoryScope {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly range: PastRange;
  /** Rule whose own runs are tested: all that it remembers is read. `null`: none. */
  readonly tested: number | null;
  readonly signal: AbortSignal;
}

const streamsAtOnce = 8;
/** So long before the range changes by other rules may still hold one back. */
const rememberedMs = 90 * 24 * hourMs;

/** Many runs are remembered at once, so what is kept of each is only what later runs depend on. */
export async function readRunHistory(
  { deps, customRules, automations }: SettingsContext,
  { application: { application_id }, organization: { org_id, time_zone }, range, tested, signal }: HistoryScope,
): Promise<RunHistory> {
  const { log } = deps;
  await Promise.all([automations.caughtUp, customRules.caughtUp]);
  const { rules, runs } = customRules.state;
  const { after, until } = boundsOf(range, time_zone);
  const ids = [...rules.rules.values()].filter((rule) => rule.application_id === application_id);
  const limit = pLimit(streamsAtOnce);
  const read = (stream: string): Promise<RecordedEvent[]> => {
    signal.throwIfAborted();
    return log.readStream(stream);
  };
  const summariesOf = (automationId: number) =>
    runs.organizations.get(ruleInOrganization(automationId, org_id))?.runs ?? [];
  const isRemembered = ({ automation_id, as_of }: CustomRunSummary): boolean => {
    if (as_of === null) return false;
    const at = Date.parse(as_of);
    return at <= until && (automation_id === tested || at > after - rememberedMs);
  };
  const ofRules = await limit.map(ids, ({ automation_id }) => read(customRuleStream(automation_id)));
  const summaries = ids.flatMap(({ automation_id }) => summariesOf(automation_id)).filter(isRemembered);
  const runStreams = await limit
    .map(summaries, async (run) => (await read(customRunStream(run))).map(rememberedEvent))
    .finally(() => limit.clearQueue());
  const events = byPosition([...ofRules.flat(), ...runStreams.flat()]);
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
    runs: runStreams
      .flatMap(recordedRun)
      .filter(({ start }) => start.automation_id === tested && Date.parse(start.as_of) > after)
      .sort(byStart),
    stateOf: async ({ start }) => customRunState(await read(customRunStream(start))),
    earlierThan: async (run, slot) => {
      const decisions: EarlierDecision[] = [];
      for (const { automation_id } of ids) {
        const ran = summariesOf(automation_id).some((other) => other.slot === slot.id);
        if (!ran || automation_id === run.start.automation_id) continue;
        const recorded = await read(customRunStream({ automation_id, org_id, slot: slot.id }));
        decisions.push(...decisionsOfRun(runningAt(recorded, run.position), slot));
      }
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

const customRunState = (events: readonly RecordedEvent[]): CustomRunState =>
  events.reduce(
    (state, { event }) => customRunDecider.evolve(state, event as CustomRunEvent),
    customRunDecider.initialState(),
  );

/** A run of which not all verdicts were recorded did nothing. */
function recordedRun(events: readonly RecordedEvent[]): RecordedCustomRun[] {
  const state = customRunState(events);
  const position = events.findLast(({ event }) => event.type === 'CustomRuleRunStarted')?.position;
  return state.start === null || position === undefined || !isRunDecided(state)
    ? []
    : [{ start: state.start, releases: state.requested?.releases !== undefined, position }];
}

/** A live run as it was, if it was under way then. */
function runningAt(events: readonly RecordedEvent[], position: bigint): CustomRunState {
  const state = customRunState(events.filter((event) => event.position < position));
  const isUnderWay = !isRunOver(state) && state.start?.mode === 'live';
  return isUnderWay ? state : customRunDecider.initialState();
}
