import { automationRunStream, changeStream, type OpenBid, openBids } from '@tapwise/domain';
import { placeOf, type RunContext } from './run-context.ts';
import { changesOf, outcomesOf } from './see-run-through.ts';

/** Raises of rules in an organization that were sent and have no outcome yet: their runs have not ended. */
export async function openRaises(context: RunContext, orgId: number): Promise<OpenBid[]> {
  const open: OpenBid[] = [];
  const running = [...context.automations.state.runs.values()].flatMap((runs) =>
    runs.filter(({ org_id, state, mode }) => org_id === orgId && state === 'running' && mode === 'live'),
  );
  for (const run of running) {
    const place = placeOf(context, run);
    if (place?.rule.type !== 'raise_bids') continue;
    const { state } = await context.runs.present(automationRunStream(run));
    for (const { change_id } of changesOf(place, state)) {
      const { state: change } = await context.changes.present(changeStream(change_id));
      if (change.status === 'requested') {
        open.push(...openBids(change, await outcomesOf(context, change.request)));
      }
    }
  }
  return open;
}
