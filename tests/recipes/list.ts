import type { Recipe } from './recipe.ts';

/** Every recipe, in the order of `CONTRIBUTING.md`. */
export const recipes: readonly Recipe[] = [
  {
    name: 'report-column',
    summary: 'Reports have a column of first launches on iPads, from the event to the cell and its help.',
    specs: [
      'domain/src/figures/metrics/compute-row.unit.spec.ts',
      'domain/src/figures/metrics/metric-catalogue.unit.spec.ts',
      'projections/src/reading/statements.int.spec.ts',
      'projections/src/reading/reports/reports.int.spec.ts',
      'tests/replay/stored-log.replay.spec.ts',
    ],
  },
  {
    name: 'event-version',
    summary: 'The event of a test install says what made it a test; events recorded before say that it is not known.',
    specs: [
      'domain/src/applications/install/install.decider.unit.spec.ts',
      'tests/replay/recorded-events.replay.spec.ts',
      'tests/docs/documents.unit.spec.ts',
    ],
  },
  {
    name: 'projection',
    summary: 'A table holds the runs of rules, filled from their events, and is asked what each rule did.',
    specs: [
      'projections/src/reading/automation/rule-activity.int.spec.ts',
      'projections/src/writing/filling/rebuild-tables.int.spec.ts',
    ],
  },
  {
    name: 'rule-condition',
    summary: 'A rule stops raising the bid of a keyword once it has had so many taps.',
    specs: [
      'domain/src/campaigns/automation/evaluation/evaluate.unit.spec.ts',
      'domain/src/campaigns/automation/evaluation/rule-properties.unit.spec.ts',
      'domain/src/campaigns/automation/rule/read-params.unit.spec.ts',
      'api/src/http/bad-input.int.spec.ts',
      'web/src/features/campaigns/automation/model/rule-form.unit.spec.ts',
    ],
  },
  {
    name: 'process',
    summary: 'Invitations that nobody accepted in time are taken back when they expire.',
    specs: [
      'domain/src/accounts/team/team.decider.unit.spec.ts',
      'workflows/src/accounts/expire-invitations/expire-invitations.int.spec.ts',
    ],
  },
  {
    name: 'screen',
    summary:
      'A page of Settings shows the exchange rates of thirty days, also while they load, after a failure and when there are none.',
    specs: [
      'web/src/features/reporting/exchange-rates/exchange-rates.component.spec.tsx',
      'projections/src/reading/money/recent-rates.int.spec.ts',
      'api/src/reports/queries/exchange-rates.int.spec.ts',
    ],
  },
  {
    name: 'api-call',
    summary: 'A call answers what a currency is worth in that of an application on a day.',
    specs: [
      'api/src/reports/queries/exchange-rate.int.spec.ts',
      'api/src/route-matrix.int.spec.ts',
      'api/src/http/bad-input.int.spec.ts',
    ],
  },
  {
    name: 'connector',
    summary: "Apple's system status is read, with a timeout, a second try, recorded failures and its simulator.",
    specs: ['tests/contract/apple/system-status.contract.spec.ts', 'tests/docs/documents.unit.spec.ts'],
  },
];
