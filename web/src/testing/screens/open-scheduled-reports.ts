import type { ReportSchedule } from '../../features/reporting/scheduled-reports/api/report-schedule-types.ts';
import {
  inDays,
  previewResponse,
  recipient,
  schedule,
  schedulesResponse,
  send,
  sendIds,
  sendsResponse,
  teamResponse,
} from '../fixtures/scheduled-report-fixtures.ts';
import type { StandInCall } from '../stand-in-server.ts';
import { openScreen, type ScreenOptions } from './open-screen.tsx';

/** Where scheduled reports are asked and changed. */
export const reportCalls = '/api/asa/report_schedules';

export const monthly = schedule({
  id: 6,
  name: 'Month for finance',
  view: { ...schedule().view, call: 'campaigns', level: 'campaign', tab: 'spend_details' },
  scope: { asa_organization_id: 40 },
  range: 'lastMonth',
  cadence: { every: 'month', day: 2, time: '07:30', zone: 'Europe/Berlin' },
  form: { mail_table: false, file: 'csv' },
  recipients: [recipient({ account_id: null, email: 'finance@moonvale.example' })],
  status: 'paused',
  next_at: null,
  last: null,
});

const sends = [
  send(),
  send({
    send_id: sendIds.older,
    at: inDays(-12),
    state: 'partly',
    from: '2026-10-26',
    to: '2026-11-01',
    rows: 305,
    incomplete: [{ source: 'ads', until: '2026-10-31' }],
  }),
  send({ send_id: sendIds.oldest, at: inDays(-40), from: '2026-10-12', to: '2026-10-18', rows: 290 }),
];

/** The server: what is changed is answered as it then is. */
function serverResponses(): ScreenOptions['responses'] {
  let now: ReportSchedule[] = [schedule(), monthly];
  return {
    [`GET ${reportCalls}`]: () => schedulesResponse(...now),
    [`PUT ${reportCalls}`]: ({ body }: StandInCall) => {
      const { id, updates } = body as { id: number; updates: Partial<ReportSchedule> };
      const { recipients: _entered, ...kept } = updates;
      now = now.map((candidate) => (candidate.id === id ? { ...candidate, ...kept } : candidate));
      return { status: 'ok', id, next_at: null, warnings: [] };
    },
    [`DELETE ${reportCalls}`]: ({ body }: StandInCall) => {
      now = now.filter(({ id }) => id !== (body as { id: number }).id);
      return { status: 'ok' };
    },
    [`POST ${reportCalls}`]: { status: 'ok', id: 5, next_at: null, warnings: [] },
    [`POST ${reportCalls}/preview`]: previewResponse,
    [`POST ${reportCalls}/send`]: { status: 'ok', send_id: sendIds.newest },
    [`POST ${reportCalls}/again`]: { status: 'ok', send_id: sendIds.newest },
    [`POST ${reportCalls}/recipients/resend`]: { status: 'ok', recipient: recipient() },
    [`GET ${reportCalls}/sends`]: sendsResponse(...sends),
    'GET /api/account/collaborators': teamResponse,
  };
}

/** Opens an address below the scheduled reports of an account with two of them. */
export const openScheduledReports = (path = '', options: ScreenOptions = {}) =>
  openScreen(`/client/automation/reports${path}`, {
    ...options,
    responses: { ...serverResponses(), ...options.responses },
  });
