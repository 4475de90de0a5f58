import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import {
  type Automations,
  automationRunStream,
  type Decision,
  type LinkedOrganization,
  objectOfKey,
  ruleClock,
  ruleInOrganization,
  slotsBetween,
  type UnitVerdict,
} from '@tapwise/domain';
import { readPastRule } from '../../past/past-log.ts';
import { boundsOf, type PastRange } from '../../past/past-range.ts';
import type { RequestedRule } from '../rule-or-draft.ts';

/** A slot of the past with what would have been decided at it. */
export interface EvaluatedSlot {
  readonly slot: string;
  /** Milliseconds. */
  readonly at: number;
  readonly asRecorded: boolean;
  readonly verdicts: readonly UnitVerdict[];
}

type RunStart = Extract<RecordedEvent['event'], { type: 'AutomationRunStarted' }>['data'];

/** A run as the log has it. */
export interface RecordedRun {
  readonly start: RunStart;
  /** Where its start is in the log. */
  readonly position: bigint;
  readonly decisions: readonly Decision[];
}

/** The slots that a rule has, or would have had, on these days. */
export const slotsOfRule = (
  { rule }: RequestedRule,
  { time_zone }: LinkedOrganization,
  range: PastRange,
  { now, everySeconds }: { now: number; everySeconds: number | undefined },
) => {
  const { after, until } = boundsOf(range, time_zone);
  return slotsBetween(ruleClock(rule, time_zone, everySeconds), after, Math.min(until, now));
};

/** The runs of a rule in an organization that evaluated something, oldest first, up to an instant. */
export async function recordedRuns(
  log: EventLog,
  { runs }: Pick<Automations, 'runs'>,
  ruleScope: { automation_id: number; org_id: number },
  until: number,
): Promise<RecordedRun[]> {
  const summaries = runs.get(ruleInOrganization(ruleScope.automation_id, ruleScope.org_id)) ?? [];
  const recorded: RecordedRun[] = [];
  for (const run of summaries) {
    if (run.as_of === null || Date.parse(run.as_of) > until) continue;
    const fullRun = await recordedRun(log, automationRunStream(run));
    if (fullRun !== undefined) recorded.push(fullRun);
  }
  return recorded;
}

async function recordedRun(log: EventLog, stream: string): Promise<RecordedRun | undefined> {
  const events = await log.readStream(stream);
  const started = events.find(({ event }) => event.type === 'AutomationRunStarted');
  if (started?.event.type !== 'AutomationRunStarted') return undefined;
  const decisions = events.flatMap(({ event }) =>
    event.type === 'BidRaisesDecided' || event.type === 'BidRaisesSuggested' ? event.data.decisions : [],
  );
  return { start: started.event.data, position: started.position, decisions };
}

/** Units that other rules had raised in the same slot before this run began, with what those rules were called then. */
export async function raisedBeside(
  log: EventLog,
  { rules, runs }: Pick<Automations, 'rules' | 'runs'>,
  { start, position }: RecordedRun,
  campaigns: ReadonlySet<number>,
): Promise<ReadonlyMap<string, string>> {
  const raised = new Map<string, string>();
  if (start.slot.startsWith('manual-')) return raised;
  for (const { automation_id, type } of rules.values()) {
    if (automation_id === start.automation_id || type !== 'raise_bids') continue;
    const ran = runs.get(ruleInOrganization(automation_id, start.org_id)) ?? [];
    if (!ran.some(({ slot }) => slot === start.slot)) continue;
    const other = await recordedRun(
      log,
      automationRunStream({ automation_id, org_id: start.org_id, slot: start.slot }),
    );
    if (other === undefined || other.position > position || other.start.mode === 'shadow') continue;
    const rule = (await readPastRule(log, automation_id))((event) => event.position < position);
    for (const { key, verdict } of other.decisions) {
      if (verdict !== 'raised' || !campaigns.has(objectOfKey(key).campaignId) || raised.has(key)) continue;
      raised.set(key, rule?.name ?? '');
    }
  }
  return raised;
}
