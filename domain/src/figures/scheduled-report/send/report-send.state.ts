import { dayMs } from '../../../shared/calendar/days.ts';
import type { Decider } from '../../../shared/decider.ts';
import type { ReportSendEvent } from './report-send.events.ts';

type EventData<Type extends ReportSendEvent['type']> = Extract<ReportSendEvent, { type: Type }>['data'];

export type DueReport = EventData<'ReportSendDue'>;
export type MadeReport = EventData<'ReportSendMade'>;
export type ClaimedMails = EventData<'ReportMailsClaimed'>;
export type EndedReport = EventData<'ReportSendEnded'>;
export type IncompleteSource = MadeReport['incomplete'][number];
export type ReportVariant = MadeReport['variants'][number]['variant'];

/** What has been done about a send. */
export interface SendSteps {
  readonly made: MadeReport | null;
  readonly claimed: ClaimedMails | null;
  readonly ended: EndedReport | null;
}

/** One sending of a report, with what has been done about it. */
export interface ReportSend extends SendSteps {
  readonly due: DueReport;
}
export type ReportSendState = ReportSend | { readonly due: null };

export const noSteps: SendSteps = { made: null, claimed: null, ended: null };

/** Each step happens once. */
export function stepsAfter(steps: SendSteps, event: ReportSendEvent): SendSteps {
  if (steps.ended !== null) return steps;
  switch (event.type) {
    case 'ReportSendMade':
      return { ...steps, made: steps.made ?? event.data };
    case 'ReportMailsClaimed':
      return { ...steps, claimed: steps.claimed ?? event.data };
    case 'ReportSendEnded':
      return { ...steps, ended: event.data };
    default:
      return steps;
  }
}

/** Fold of `reportSend-<scheduleId>.<slot>`. */
export const reportSendDecider: Decider<ReportSendState, ReportSendEvent> = {
  initialState: () => ({ due: null }),
  evolve(state, event) {
    if (state.due !== null) return { due: state.due, ...stepsAfter(state, event) };
    return event.type === 'ReportSendDue' ? { due: event.data, ...noSteps } : state;
  },
};

const fileKeptMs = 30 * dayMs;

/** Whether the files of a send are kept still, for 30 days. @param now milliseconds. */
export const isReportFileKept = ({ made_at }: Pick<MadeReport, 'made_at'>, now: number): boolean =>
  now - Date.parse(made_at) <= fileKeptMs;

/** @param slot Local date and time, or `manual-<uuid>`. */
export const reportSendStream = ({ schedule_id, slot }: { schedule_id: number; slot: string }): string =>
  `reportSend-${schedule_id}.${slot}`;

/** Namespace of the ids of sends, which are made from schedule and slot. */
export const reportSendSpace = 'b0a6c2f4-5a0e-4d1c-9a77-2f8e35d1c0b3';

/** Names the mail of a recipient for all time. */
export const reportMailKey = (send: { schedule_id: number; slot: string }, recipientId: string): string =>
  `scheduled-report|${send.schedule_id}|${send.slot}|${recipientId}`;
