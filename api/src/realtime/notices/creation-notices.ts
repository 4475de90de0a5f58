import { type CreationSummary, displayedCampaignId } from '@tapwise/domain';
import type { CreationsFollower } from '../../access/folds/creations-follower.ts';
import { displayedState } from '../../creations/creation-response.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { createPacedNotices } from './paced-notices.ts';

/** Sends the progress of what people create to those who follow their application and may act in it. @returns what stops that. */
export function noticeCreations(io: LiveServer, creations: CreationsFollower, now: () => number): () => void {
  let current = false;
  void creations.caughtUp.then(() => {
    current = true;
  });
  const notices = createPacedNotices<CreationSummary>((newest) => {
    const { request_id, offset, total, application_id } = newest;
    const message = {
      request_id,
      campaign_id: displayedCampaignId(newest),
      offset,
      total,
      state: displayedState(newest),
    };
    io.to(applicationRoom(application_id, false)).emit('creation', message);
  }, now);
  const stop = creations.listen((creation) => {
    // What was in the log at the start is no news.
    if (current && creation.status !== 'listing' && creation.call !== 'rule')
      notices.note(creation.creation_id, () => creation);
  });
  return () => {
    stop();
    notices.close();
  };
}
