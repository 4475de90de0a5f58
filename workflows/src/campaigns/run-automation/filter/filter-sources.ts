import { createStreamMemory, type EventLog, type FoldFollower } from '@tapwise/adapters';
import {
  type Creations,
  creationDecider,
  type TermFigures,
  termDecisionDecider,
  termFiguresOf,
  termTotalsDecider,
  termTotalsStream,
} from '@tapwise/domain';
import { readTermDecisions, type TermDecisions } from '@tapwise/projections/queries';
import { workflowActor } from '../../../streams/actor.ts';

/** What filters read beside campaigns. */
export interface FilterSources {
  /** The newest figures of the search terms of a campaign over a year. */
  figures(applicationId: number, orgId: number, campaignId: number): Promise<readonly TermFigures[]>;
  /** What people decided about them, and what they hid; by campaign. */
  decisions(campaignIds: readonly number[]): Promise<ReadonlyMap<number, TermDecisions>>;
}

const campaignsKept = 20;
const creationsKept = 50;
const context = workflowActor('run-automation');

/** Reads them from the log, so that they are whole when the pull that brought them is. */
export function createFilterSources(log: EventLog, creations: FoldFollower<Creations>): FilterSources {
  const totals = createStreamMemory(log, termTotalsDecider, { keep: campaignsKept, context });
  const decisions = createStreamMemory(log, termDecisionDecider, { keep: campaignsKept, context });
  const creationStates = createStreamMemory(log, creationDecider, { keep: creationsKept, context });
  return {
    figures: async (applicationId, orgId, campaignId) => {
      const { state } = await totals.current(termTotalsStream(applicationId, orgId, campaignId));
      return [...state.rows.values()].map(termFiguresOf);
    },
    decisions: (campaignIds) => readTermDecisions({ creations, creationStates, decisions }, campaignIds),
  };
}
