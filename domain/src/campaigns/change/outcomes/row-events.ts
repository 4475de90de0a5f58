import { campaignDecider } from '../../campaign/campaign.decider.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { ChangeRequest } from '../change.decider.ts';
import type { RowEvent } from './row-outcome.events.ts';
import { type RowResult, rowEvent } from './row-outcome.ts';

/**
 * The events of rows of one campaign that ended together, in their order. Each carries the settings of its object: of several rows of one
 * object, a later one carries what the ones before it set.
 * @param before The campaign as the log has it before all of them.
 */
export function rowEvents(
  request: ChangeRequest,
  results: readonly (readonly [row: number, result: RowResult])[],
  before: CampaignState,
): RowEvent[] {
  const events: RowEvent[] = [];
  let state = before;
  for (let rest = results.map((result, index) => ({ index, result })); rest.length > 0; ) {
    const made = new Map<string, RowEvent>();
    const later: typeof rest = [];
    for (const entry of rest) {
      const [row, result] = entry.result;
      const key = request.rows[row]?.key ?? '';
      if (made.has(key)) {
        later.push(entry);
        continue;
      }
      const event = rowEvent(request, row, result, state);
      made.set(key, event);
      events[entry.index] = event;
    }
    if (later.length > 0) state = campaignDecider.evolveMany(state, [...made.values()]);
    rest = later;
  }
  return events;
}
