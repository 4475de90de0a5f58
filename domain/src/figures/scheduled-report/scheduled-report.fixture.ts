import { readReportDefinition } from './definition/read-report-definition.ts';
import type { DueReport } from './send/report-send.state.ts';

/** A report as a page sends it, with what a spec changes about it. */
export const enteredReport = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: 'Weekly spend',
  view: { call: 'campaigns', columns: ['name', 'spend', 'installs', 'cpa'], sort: '-spend' },
  scope: { asa_organization_id: 1 },
  range: 'last7',
  cadence: { every: 'week', weekdays: [1], time: '09:00' },
  recipients: [{ account_id: 17 }],
  ...overrides,
});

/** A send that a person has asked for. */
export const dueReport = (at: string): DueReport => ({
  send_id: '00000000-0000-4000-8000-000000000002',
  schedule_id: 3,
  application_id: 7,
  kind: 'now',
  slot: 'manual-1',
  due_at: at,
  latest_at: at,
  report: readReportDefinition(enteredReport(), () => 'UTC').report,
  from: '2026-11-02',
  to: '2026-11-02',
  only_account: null,
  requested_by: 17,
  of_send_id: null,
  recorded_at: at,
});
