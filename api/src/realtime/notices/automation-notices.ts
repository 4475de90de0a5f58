import { linesAdded, logLines } from '@tapwise/domain';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { createPacedNotices } from './paced-notices.ts';

interface RunNews {
  readonly applicationId: number;
  readonly message: { readonly id: number; readonly run_id: string; readonly rows: number };
}

interface NotedRun {
  readonly application_id: number;
  readonly automation_id: number;
  readonly run_id: string;
}

/**
 * Sends to those who follow an application and may see bids that a rule of it runs, and how many rows a run has logged.
 * @returns what stops that.
 */
export function noticeAutomations(
  io: LiveServer,
  { automations, customRules }: Pick<SettingsContext, 'automations' | 'customRules'>,
  now: () => number,
): () => void {
  let current = false;
  void Promise.all([automations.caughtUp, customRules.caughtUp]).then(() => {
    current = true;
  });
  const notices = createPacedNotices<RunNews>(
    ({ applicationId, message }) => io.to(applicationRoom(applicationId, false)).emit('automation_log', message),
    now,
  );
  const note = ({ application_id: applicationId, automation_id: id, run_id }: NotedRun, added: number): void => {
    // What was in the log at the start is no news.
    if (!current) return;
    notices.note(run_id, (before) => ({
      applicationId,
      message: { id, run_id, rows: (before?.message.rows ?? 0) + added },
    }));
  };
  const stop = automations.listen((event) => note(event.data, logLines(event, 'USD').length));
  const stopCustom = customRules.listen((event) => note(event.data, linesAdded(event)));
  return () => {
    stop();
    stopCustom();
    notices.close();
  };
}
