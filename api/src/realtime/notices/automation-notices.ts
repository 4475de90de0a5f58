import { type AutomationRunEvent, logLines } from '@tapwise/domain';
import type { AutomationsFollower } from '../../access/folds/automations-follower.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';

const shortestGapMs = 250;
/** Runs that are remembered, so that rows are counted on and the gap holds between two messages. */
const remembered = 500;

interface Noticed {
  readonly application_id: number;
  readonly message: { readonly id: number; readonly run_id: string };
  rows: number;
  timer: NodeJS.Timeout | undefined;
  sentAt: number;
}

/**
 * Sends to those who follow an application and may see bids that a rule of it runs, and how many rows a run has logged: at most four
 * times a second for each run, and always the last state. The answer stops that.
 */
export function noticeAutomations(io: LiveServer, automations: AutomationsFollower, now: () => number): () => void {
  const noticed = new Map<string, Noticed>();
  let current = false;
  void automations.caughtUp.then(() => {
    current = true;
  });
  const send = (notice: Noticed): void => {
    notice.timer = undefined;
    notice.sentAt = now();
    io.to(applicationRoom(notice.application_id, false)).emit('automation_log', {
      ...notice.message,
      rows: notice.rows,
    });
  };
  const stop = automations.listen((event) => {
    // What was in the log at the start is no news.
    if (!current) return;
    const { run_id } = event.data;
    const notice = noticed.get(run_id) ?? newNotice(event);
    notice.rows += logLines(event, 'USD').length;
    noticed.set(run_id, notice);
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

const newNotice = ({ data: { application_id, automation_id: id, run_id } }: AutomationRunEvent): Noticed => ({
  application_id,
  message: { id, run_id },
  rows: 0,
  timer: undefined,
  sentAt: -shortestGapMs,
});
