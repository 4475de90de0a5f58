export { incompleteOf } from './content/complete-until.ts';
export {
  columnsOfView,
  hasFigures,
  type ReportColumn,
  reportColumn,
  sortOfView,
} from './content/report-columns.ts';
export { type ReportMail, reportMail } from './content/report-mail.ts';
export { type ReceiptLine, reportReceipt } from './content/report-receipt.ts';
export { cellsOfRow, cellsOfTotals, isOutsideTotals, sortedRows } from './content/report-rows.ts';
export { lastReportDay, mostReportRows, reportFileName } from './content/report-texts.ts';
export { readStoredMail, type StoredReportMail } from './content/stored-report-mail.ts';
export {
  cadenceText,
  dueReportSlots,
  nextReportSlot,
  type ReportSlot,
  whyMissed,
} from './definition/cadence.ts';
export { addressKey, type EnteredReport, readReportDefinition } from './definition/read-report-definition.ts';
export { labelsOfView, type ReportDefinition, type ScheduledCall } from './definition/report-definition.ts';
export { daysOfReport } from './definition/report-range.ts';
export {
  createReportSchedules,
  evolveReportSchedules,
  lastSlotAt,
  mostOutsideMails,
  originalSend,
  outsideMailsOfDay,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
  type SendSummary,
  schedulesOf,
  sendState,
  sendsOf,
} from './report-schedules.ts';
export {
  askRecipientAgain,
  changeReportSchedule,
  createReportSchedule,
  decideRecipient,
  deleteReportSchedule,
  linkedRecipient,
  type NamedRecipient,
  refuseRecipient,
} from './schedule/report-schedule.decider.ts';
export type { ReportScheduleEvent } from './schedule/report-schedule.events.ts';
export {
  accountRecipient,
  type ExistingReportSchedule,
  type ReportRecipient,
  type ReportScheduleState,
  reportScheduleDecider,
  reportScheduleStream,
  sendableRecipients,
} from './schedule/report-schedule.state.ts';
export {
  abandonSend,
  claimMails,
  correctionMs,
  endSend,
  latestSendAt,
  type MailedRecipient,
  missReport,
  recordMade,
  requireReport,
} from './send/report-send.decider.ts';
export type { ReportSendEvent } from './send/report-send.events.ts';
export {
  type DueReport,
  type IncompleteSource,
  isReportFileKept,
  type MadeReport,
  type ReportSend,
  type ReportSendState,
  type ReportVariant,
  reportMailKey,
  reportSendDecider,
  reportSendSpace,
  reportSendStream,
} from './send/report-send.state.ts';
