import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../../shared/files/save-file.ts';
import { ApiError, messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import type { ReportSchedule, ReportSendRow } from '../api/report-schedule-types.ts';
import {
  askAgain,
  deleteSchedule,
  downloadFile,
  schedulesKey,
  sendAgain,
  sendNow,
  updateSchedule,
} from '../api/report-schedules-api.ts';
import { scheduledReportMessages } from '../messages.ts';

const { done: words } = scheduledReportMessages;

/** What can be done with a report at one press. A failure is said and changes nothing. */
export function useReportActions(applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  /** Sends whose file the server does not keep any more. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

  async function attempt(work: () => Promise<string | null>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    try {
      const text = await work();
      if (text !== null) showToast({ intent: 'success', text });
      return true;
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: schedulesKey(applicationId) });
    }
  }

  return {
    /** Whether something is being done. */
    busy,
    gone,
    setRunning: ({ id, name }: ReportSchedule, on: boolean) =>
      attempt(async () => {
        await updateSchedule(applicationId, id, { status: on ? 'active' : 'paused' });
        return on ? words.started(name) : words.paused(name);
      }),
    send: ({ id, name }: ReportSchedule, to: 'me' | 'all') =>
      attempt(async () => {
        await sendNow(applicationId, id, to);
        return words.asked(name);
      }),
    again: ({ send_id }: ReportSendRow) =>
      attempt(async () => {
        await sendAgain(applicationId, send_id);
        return words.again;
      }),
    remove: ({ id, name }: ReportSchedule) =>
      attempt(async () => {
        await deleteSchedule(applicationId, id);
        return words.deleted(name);
      }),
    ask: ({ id }: ReportSchedule, email: string) =>
      attempt(async () => {
        await askAgain(applicationId, id, email);
        return words.askedAgain(email);
      }),
    download: ({ send_id, file }: ReportSendRow) =>
      attempt(async () => {
        try {
          saveFile(await downloadFile(applicationId, send_id), file?.name ?? send_id);
        } catch (failure) {
          if (failure instanceof ApiError && failure.status === 404) setGone((before) => new Set([...before, send_id]));
          throw failure;
        }
        return null;
      }),
  };
}

export type ReportActions = ReturnType<typeof useReportActions>;
