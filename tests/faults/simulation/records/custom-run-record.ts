import {
  type CustomRunEvent,
  type CustomRunState,
  customRunDecider,
  type DomainEvent,
  readVerdicts,
} from '@tapwise/domain';

/** What the log has of a run of a rule that people wrote. */
interface LoggedCustomRun {
  state: CustomRunState;
  readonly automationId: number;
  readonly slot: string;
  /** Events that end it, and that pass over its slot. */
  readonly counts: { ended: number; leftOut: number };
  /** How often units have an outcome, by key. */
  readonly settled: Map<string, number>;
}

const prefix = 'customRuleRun-';

/** Runs of rules that people wrote, kept while the log is written. */
export class CustomRunRecord {
  /** By their streams. */
  readonly runs = new Map<string, LoggedCustomRun>();

  note(stream: string, event: DomainEvent): void {
    if (!stream.startsWith(prefix)) return;
    const { type, data } = event as CustomRunEvent;
    const { automation_id: automationId, slot } = data;
    const counts = { ended: 0, leftOut: 0 };
    const run = this.runs.get(stream) ?? {
      state: customRunDecider.initialState(),
      automationId,
      slot,
      counts,
      settled: new Map<string, number>(),
    };
    this.runs.set(stream, run);
    run.state = customRunDecider.evolve(run.state, event as CustomRunEvent);
    if (type === 'CustomRuleRunEnded') run.counts.ended += 1;
    else if (type === 'CustomRuleRunLeftOut') run.counts.leftOut += 1;
    else if (type === 'CustomRuleVerdictsSettled')
      for (const { key } of data.settled) run.settled.set(key, (run.settled.get(key) ?? 0) + 1);
  }
}

/** Units that a run decided to change, by key; one that was decided twice is there twice. */
export function decidedUnits({ state: { start, verdicts } }: LoggedCustomRun): string[] {
  if (start === null) return [];
  return verdicts
    .flatMap((part) => readVerdicts(part, start.currency))
    .flatMap(({ key, verdict }) => (verdict === 'acted' ? [key] : []));
}
