import { logLines } from '@tapwise/domain';
import type { AutomationsFollower } from '../../access/folds/automations-follower.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { createPacedNotices } from './paced-notices.ts';

interface RunNews {
  readonly applicationId: number;
  readonly message: { readonly id: number; readonly run_id: string; readonly rows: number };
}

/**
 * Sends to those who follow an application and may see bids that a rule of it runs, and how many rows a run has logged.
 * @returns what stops that.
 */
export function noticeAutomations(io: LiveServer, automations: AutomationsFollower, now: () => number): () => void {
  let current = false;
  void automations.caughtUp.then(() => {
    current = true;
  });
  const notices = createPacedNotices<RunNews>(
    ({ applicationId, message }) => io.to(applicationRoom(applicationId, false)).emit('automation_log', message),
    now,
  );
  const stop = automations.listen((event) => {
    // What was in the log at the start is no news.
    if (!current) return;
    const { application_id: applicationId, automation_id: id, run_id } = event.data;
    const added = logLines(event, 'USD').length;
    notices.note(run_id, (before) => ({
      applicationId,
      message: { id, run_id, rows: (before?.message.rows ?? 0) + added },
    }));
  });
  return () => {
    stop();
    notices.close();
  };
}
