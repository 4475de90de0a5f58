import type { DomainEvent, DomainEventOf } from '@tapwise/domain';

type Decision = DomainEventOf<'BidRaisesDecided'>['data']['decisions'][number];
type Settled = DomainEventOf<'BidRaisesSettled'>['data']['settled'][number];

/** What the log has of a run of a rule. */
export interface LoggedRun {
  readonly automationId: number;
  readonly slot: string;
  /** Events that begin it, that end it, and that pass over its slot. */
  readonly counts: { started: number; ended: number; leftOut: number };
  /** Decisions to raise a bid. */
  readonly raises: Decision[];
  readonly settled: Settled[];
}

/** Runs of rules, kept while the log is written. */
export class RunRecord {
  /** By their streams. */
  readonly runs = new Map<string, LoggedRun>();
  /** Rules that a person has paused. */
  readonly paused = new Set<number>();

  note(stream: string, event: DomainEvent): void {
    if (event.type === 'AutomationPaused') this.paused.add(event.data.automation_id);
    if (!isOfRun(event)) return;
    const { automation_id: automationId, slot } = event.data;
    const counts = { started: 0, ended: 0, leftOut: 0 };
    const run = this.runs.get(stream) ?? { automationId, slot, counts, raises: [], settled: [] };
    this.runs.set(stream, run);
    if (event.type === 'AutomationRunStarted') run.counts.started += 1;
    else if (event.type === 'AutomationRunEnded') run.counts.ended += 1;
    else if (event.type === 'AutomationRunLeftOut') run.counts.leftOut += 1;
    else if (event.type === 'BidRaisesSettled') run.settled.push(...event.data.settled);
    else run.raises.push(...event.data.decisions.filter(({ verdict }) => verdict === 'raised'));
  }
}

type RunEvent = DomainEventOf<
  'AutomationRunStarted' | 'AutomationRunEnded' | 'AutomationRunLeftOut' | 'BidRaisesDecided' | 'BidRaisesSettled'
>;
const runTypes: ReadonlySet<string> = new Set<RunEvent['type']>([
  'AutomationRunStarted',
  'AutomationRunEnded',
  'AutomationRunLeftOut',
  'BidRaisesDecided',
  'BidRaisesSettled',
]);
const isOfRun = (event: DomainEvent): event is RunEvent => runTypes.has(event.type);

/** Adds to a list of a map. */
export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
