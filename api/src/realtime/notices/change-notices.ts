import { rowStates, verdictOf } from '@tapwise/domain';
import type { ChangeProgress, ChangeWatch } from '../../settings-changes/change-progress.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { createPacedNotices } from './paced-notices.ts';

/** Changes whose end was sent that are remembered. */
const finishedKept = 500;

/** Sends the progress of changes to those who follow their application and may see bids. @returns what stops that. */
export function noticeChanges(io: LiveServer, watch: ChangeWatch, now: () => number): () => void {
  const finished = new Set<string>();
  const notices = createPacedNotices<ChangeProgress>(({ change, outcomes }) => {
    const { change_id, application_id, rows } = change.request;
    const done = outcomes.size === rows.length;
    if (done) {
      notices.forget(change_id);
      finished.add(change_id);
      const [oldest] = finished;
      if (finished.size > finishedKept && oldest !== undefined) finished.delete(oldest);
    }
    const { status, counts } = verdictOf(rowStates(change, outcomes));
    io.to(applicationRoom(application_id, false)).emit('change', { change_id, status, counts, done });
  }, now);
  const stop = watch.listen((progress) => {
    const id = progress.change.request.change_id;
    // After the last outcome nothing is news.
    if (!finished.has(id)) notices.note(id, () => progress);
  });
  return () => {
    stop();
    notices.close();
  };
}
