import { creationStream, decidedTerms, type KnownCreation, termDecisionStream } from '@tapwise/domain';
import type { Acting } from '../acting.ts';

/** What was decided about the search terms of a campaign, by what creations block there, and what is hidden. */
export async function ownDecisions({ creations, creationStates, decisions }: Acting, campaignId: number) {
  await creations.caughtUp;
  const ids = [...creations.state.values()]
    .filter(({ campaign_ids }) => campaign_ids.includes(campaignId))
    .sort((left, right) => (left.started_at < right.started_at ? -1 : 1))
    .map(({ creation_id }) => creation_id);
  const known: KnownCreation[] = [];
  for (const id of ids) {
    const { state } = await creationStates.present(creationStream(id));
    if (state.status !== 'absent') known.push(state);
  }
  const { state } = await decisions.present(termDecisionStream(campaignId));
  return { decided: decidedTerms(known, campaignId, state), hidden: state.hidden };
}
