import type { FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type CampaignTerms,
  type CreationEvent,
  type CreationState,
  type Creations,
  creationStream,
  decidedTerms,
  type TermDecisionEvent,
  type TermDecisionState,
  termDecisionStream,
} from '@tapwise/domain';

/** Where decisions about search terms are found. */
export interface TermDecisionSources {
  readonly creations: Pick<FoldFollower<Creations>, 'caughtUp' | 'state'>;
  readonly creationStates: Pick<StreamMemory<CreationState, CreationEvent>, 'current'>;
  readonly decisions: Pick<StreamMemory<TermDecisionState, TermDecisionEvent>, 'current'>;
}

/** What was decided about the search terms of a campaign, by what creations block there, and what is hidden. */
export type TermDecisions = Omit<CampaignTerms, 'figures'>;

/** Nothing was decided or hidden. */
export const noTermDecisions: TermDecisions = { decided: new Map(), hidden: new Map() };

/** Reads them of several campaigns at once: a creation that is about more than one is read once. @throws the log's error. */
export async function readTermDecisions(
  { creations, creationStates, decisions }: TermDecisionSources,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, TermDecisions>> {
  await creations.caughtUp;
  const wanted = new Set(campaignIds);
  const inOrder = [...creations.state.values()]
    .filter(({ campaign_ids }) => campaign_ids.some((id) => id !== null && wanted.has(id)))
    .sort((left, right) => (left.started_at < right.started_at ? -1 : 1));
  const states = new Map<string, CreationState>();
  for (const { creation_id } of inOrder) {
    const { state } = await creationStates.current(creationStream(creation_id));
    states.set(creation_id, state);
  }
  const byCampaign = new Map<number, TermDecisions>();
  for (const id of wanted) {
    const ofCampaign = inOrder.flatMap(({ creation_id, campaign_ids }) => {
      const state = campaign_ids.includes(id) ? states.get(creation_id) : undefined;
      return state === undefined || state.status === 'absent' ? [] : [state];
    });
    const { state } = await decisions.current(termDecisionStream(id));
    byCampaign.set(id, { decided: decidedTerms(ofCampaign, id, state), hidden: state.hidden });
  }
  return byCampaign;
}
