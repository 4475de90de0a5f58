import type { RequestKind } from '../../start/request-kind.ts';
import { type SendReportInput, sendReportProcess } from './send-report.contract.ts';

/** A send is asked for by its time, or by a person. */
export const reportRequests: RequestKind<SendReportInput> = {
  contract: sendReportProcess,
  streamPrefix: 'reportSend-',
  begun: (event) =>
    event.type === 'ReportSendDue'
      ? { input: { schedule_id: event.data.schedule_id, slot: event.data.slot } }
      : undefined,
  ended: (event) => (event.type === 'ReportSendEnded' ? sendReportProcess.id(event.data) : undefined),
};
