import type { ReportSchedulesFollower } from '../../access/folds/report-schedules-follower.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';

/**
 * Sends to those who follow an application and may see its amounts that a report is being sent, and how that ended.
 * @returns what stops that.
 */
export function noticeReports(io: LiveServer, schedules: ReportSchedulesFollower): () => void {
  let current = false;
  void schedules.caughtUp.then(() => {
    current = true;
  });
  return schedules.listen((event) => {
    const { schedule_id: id, send_id } = event.data;
    const applicationId = schedules.state.schedules.get(id)?.application_id;
    // What was in the log at the start is no news.
    if (!current || applicationId === undefined) return;
    const state = event.type === 'ReportSendEnded' ? event.data.state : 'waiting';
    io.to(applicationRoom(applicationId, false)).emit('report_send', { id, send_id, state });
  });
}
