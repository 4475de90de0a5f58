import { rowStates, verdictOf } from '@tapwise/domain';
import type { ChangeProgress, ChangeWatch } from '../../settings-changes/change-progress.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';

const shortestGapMs = 250;
/** Changes whose end was sent that are remembered. */
const finishedKept = 500;

/** Notices of one change. */
interface Noticed {
  newest: ChangeProgress;
  timer: NodeJS.Timeout | undefined;
  sentAt: number;
}

/**
 * Sends the progress of changes to those who follow their application and may see bids: at most four times a second for each, and always
 * the last state. The answer stops that.
 */
export function noticeChanges(io: LiveServer, watch: ChangeWatch, now: () => number): () => void {
  const noticed = new Map<string, Noticed>();
  const finished = new Set<string>();
  const send = (id: string): void => {
    const notice = noticed.get(id);
    if (notice === undefined) return;
    notice.timer = undefined;
    notice.sentAt = now();
    const { change, outcomes } = notice.newest;
    const { request } = change;
    const done = outcomes.size === request.rows.length;
    if (done) {
      noticed.delete(id);
      finished.add(id);
      const [oldest] = finished;
      if (finished.size > finishedKept && oldest !== undefined) finished.delete(oldest);
    }
    const { status, counts } = verdictOf(rowStates(change, outcomes));
    io.to(applicationRoom(request.application_id, false)).emit('change', { change_id: id, status, counts, done });
  };
  const stop = watch.listen((progress) => {
    const id = progress.change.request.change_id;
    // After the last outcome nothing is news.
    if (finished.has(id)) return;
    const notice = noticed.get(id) ?? { newest: progress, timer: undefined, sentAt: 0 };
    notice.newest = progress;
    noticed.set(id, notice);
    notice.timer ??= setTimeout(() => send(id), Math.max(0, shortestGapMs - (now() - notice.sentAt)));
  });
  return () => {
    stop();
    for (const { timer } of noticed.values()) clearTimeout(timer);
    noticed.clear();
  };
}
