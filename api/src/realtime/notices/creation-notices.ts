import { type CreationSummary, displayedCampaignId } from '@tapwise/domain';
import type { CreationsFollower } from '../../access/folds/creations-follower.ts';
import { displayedState } from '../../creations/creation-response.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';

const shortestGapMs = 250;
/** Creations whose last message is remembered, so that the gap holds between two of them. */
const remembered = 500;

interface Noticed {
  newest: CreationSummary;
  timer: NodeJS.Timeout | undefined;
  sentAt: number;
}

/**
 * Sends the progress of creations to those who follow their application and may act in it: at most four times a second for each, and always
 * the last state. The answer stops that.
 */
export function noticeCreations(io: LiveServer, creations: CreationsFollower, now: () => number): () => void {
  const noticed = new Map<string, Noticed>();
  let current = false;
  void creations.caughtUp.then(() => {
    current = true;
  });
  const send = (notice: Noticed): void => {
    const { newest } = notice;
    notice.timer = undefined;
    notice.sentAt = now();
    const { request_id, offset, total, application_id } = newest;
    const message = {
      request_id,
      campaign_id: displayedCampaignId(newest),
      offset,
      total,
      state: displayedState(newest),
    };
    io.to(applicationRoom(application_id, false)).emit('creation', message);
  };
  const stop = creations.listen((creation) => {
    // What was in the log at the start is no news.
    if (!current || creation.status === 'listing') return;
    const id = creation.creation_id;
    const notice = noticed.get(id) ?? { newest: creation, timer: undefined, sentAt: -shortestGapMs };
    notice.newest = creation;
    noticed.set(id, notice);
    const [oldest] = noticed;
    if (noticed.size > remembered && oldest !== undefined && oldest[1].timer === undefined) noticed.delete(oldest[0]);
    notice.timer ??= setTimeout(() => send(notice), Math.max(0, shortestGapMs - (now() - notice.sentAt)));
  });
  return () => {
    stop();
    for (const { timer } of noticed.values()) clearTimeout(timer);
    noticed.clear();
  };
}
