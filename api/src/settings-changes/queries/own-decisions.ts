import { creationStream, decidedTerms, type ExistingCreation, termDecisionStream } from '@tapwise/domain';
import type { SettingsContext } from '../settings-context.ts';

/** What was decided about the search terms of a campaign, by what creations block there, and what is hidden. */
export async function ownDecisions({ creations, creationStates, decisions }: SettingsContext, campaignId: number) {
  await creations.caughtUp;
  const ids = [...creations.state.values()]
    .filter(({ campaign_ids }) => campaign_ids.includes(campaignId))
    .sort((left, right) => (left.started_at < right.started_at ? -1 : 1))
    .map(({ creation_id }) => creation_id);
  const existingCreations: ExistingCreation[] = [];
  for (const id of ids) {
    const { state } = await creationStates.current(creationStream(id));
    if (state.status !== 'absent') existingCreations.push(state);
  }
  const { state } = await decisions.current(termDecisionStream(campaignId));
  return { decided: decidedTerms(existingCreations, campaignId, state), hidden: state.hidden };
}
