/**
 * Versions of the states that processes fold from the log and keep in snapshots. A snapshot of another version is not used: the log is
 * read again. One is raised when the same events are folded to something else, or to something of another form;
 * `tests/replay/fold-versions.unit.spec.ts` holds what each folds.
 */
export const foldVersions = {
  directory: 4,
  creations: 1,
  creatives: 2,
  automations: 2,
  customAutomations: 4,
  alerts: 7,
  deliveries: 2,
  exchangeRates: 1,
  reportSchedules: 1,
} as const;
