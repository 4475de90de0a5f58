import { createStreamMemory, type EventLog, type FoldFollower } from '@tapwise/adapters';
import {
  type Creations,
  creationDecider,
  creationStream,
  decidedTerms,
  type ExistingCreation,
  type TermDecision,
  type TermDecisionState,
  type TermFigures,
  termDecisionDecider,
  termDecisionStream,
  termFiguresOf,
  termTotalsDecider,
  termTotalsStream,
} from '@tapwise/domain';
import { workflowActor } from '../../../streams/actor.ts';

/** What filters read beside campaigns. */
export interface FilterSources {
  /** The newest figures of the search terms of a campaign over a year. */
  figures(applicationId: number, orgId: number, campaignId: number): Promise<readonly TermFigures[]>;
  /** What people decided about them, and what they hid. */
  decisions(campaignId: number): Promise<{
    readonly decided: ReadonlyMap<string, TermDecision>;
    readonly hidden: TermDecisionState['hidden'];
  }>;
}

const campaignsKept = 20;
const creationsKept = 50;
const context = workflowActor('run-automation');

/** Reads them from the log, so that they are whole when the pull that brought them is. */
export function createFilterSources(log: EventLog, creations: FoldFollower<Creations>): FilterSources {
  const totals = createStreamMemory(log, termTotalsDecider, { keep: campaignsKept, context });
  const termDecisions = createStreamMemory(log, termDecisionDecider, { keep: campaignsKept, context });
  const states = createStreamMemory(log, creationDecider, { keep: creationsKept, context });
  return {
    figures: async (applicationId, orgId, campaignId) => {
      const { state } = await totals.current(termTotalsStream(applicationId, orgId, campaignId));
      return [...state.rows.values()].map(termFiguresOf);
    },
    decisions: async (campaignId) => {
      await creations.caughtUp;
      const ofCampaign = [...creations.state.values()]
        .filter(({ campaign_ids }) => campaign_ids.includes(campaignId))
        .sort((left, right) => (left.started_at < right.started_at ? -1 : 1));
      const campaignCreations: ExistingCreation[] = [];
      for (const { creation_id } of ofCampaign) {
        const { state } = await states.current(creationStream(creation_id));
        if (state.status !== 'absent') campaignCreations.push(state);
      }
      const { state } = await termDecisions.current(termDecisionStream(campaignId));
      return { decided: decidedTerms(campaignCreations, campaignId, state), hidden: state.hidden };
    },
  };
}
