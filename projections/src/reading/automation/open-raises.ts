import type { StreamMemory } from '@tapwise/adapters';
import { eventIdFrom } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  type Automations,
  automationRunStream,
  causesOfRunChanges,
  type ExistingChange,
  type OpenBid,
  openBids,
  type RunState,
} from '@tapwise/domain';

/** Where open raises are found. */
export interface RaisesUnderWay {
  readonly automations: Pick<Automations, 'rules' | 'runs'>;
  readonly runs: Pick<StreamMemory<RunState, AutomationRunEvent>, 'current'>;
  /** A change by the log, and which of its rows have an outcome; `undefined` when it has not been requested. */
  readonly change: (
    id: string,
  ) => Promise<{ readonly change: ExistingChange; readonly outcomes: { has(row: number): boolean } } | undefined>;
}

/** Raises of rules in an organization that were sent and have no outcome yet: their runs have not ended. */
export async function openRaises({ automations, runs, change }: RaisesUnderWay, orgId: number): Promise<OpenBid[]> {
  const open: OpenBid[] = [];
  const running = [...automations.runs.values()].flatMap((runsOfRule) =>
    runsOfRule.filter(({ org_id, state, mode }) => org_id === orgId && state === 'running' && mode === 'live'),
  );
  for (const run of running) {
    const rule = automations.rules.get(run.automation_id);
    if (rule?.type !== 'raise_bids') continue;
    const { state } = await runs.current(automationRunStream(run));
    for (const cause of causesOfRunChanges(rule, state)) {
      const raise = await change(eventIdFrom(cause));
      if (raise?.change.status === 'requested') open.push(...openBids(raise.change, raise.outcomes));
    }
  }
  return open;
}
