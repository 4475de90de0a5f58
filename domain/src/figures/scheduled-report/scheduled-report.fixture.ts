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
