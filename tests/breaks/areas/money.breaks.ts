import type { Break } from '../break.ts';

/** What purchases earn, and what store notifications and files say of it. */
const subscriptionBreaks: readonly Break[] = [
  {
    what: 'an old charge is taxed by the rate of today',
    file: 'domain/src/applications/subscription/vat-rates.ts',
    find: 'from <= date && (to === null || date <= to)',
    replace: 'from <= date && to === null',
    specs: [
      'domain/src/applications/subscription/vat-rates.unit.spec.ts',
      'domain/src/applications/subscription/proceeds.unit.spec.ts',
    ],
  },
  {
    what: 'unknown ownership earns',
    file: 'domain/src/applications/subscription/interpretation/transactions/ownership.ts',
    find: "return !family_shared && ownership === 'PURCHASED';",
    replace: "return !family_shared && ownership !== 'ASSIGNED';",
    specs: ['domain/src/applications/subscription/interpretation/transactions/ownership.unit.spec.ts'],
  },
  {
    what: 'an unknown notification type counts its transaction',
    file: 'domain/src/applications/subscription/interpretation/notifications/notification-table.ts',
    find: `  // What other types and subtypes mean is not known, whatever transaction they hold.
  ['any', 'any', 'always', null, 'ignored'],`,
    replace: "  ['any', 'any', 'always', null, 'unchanged'],",
    specs: ['domain/src/applications/subscription/interpretation/transactions/ownership.unit.spec.ts'],
  },
  {
    what: 'the estimate is kept beside a real refund',
    file: 'domain/src/applications/subscription/interpretation/interpret-subscription.ts',
    find: '  if (refunded_at !== null) return { refunded_share, is_refund_estimated: false };\n',
    replace:
      '  if (refunded_at !== null) return { refunded_share: Math.min(1, refunded_share + unused), is_refund_estimated: false };\n',
    specs: ['domain/src/applications/subscription/interpretation/transactions/upgrades.unit.spec.ts'],
  },
  {
    what: 'of several parts of a charge that are given back the last one counts in reports',
    file: 'domain/src/applications/subscription/interpretation/transactions/classified-transactions.ts',
    find: 'const refunds = [...others, { revoked_at,',
    replace: 'const refunds = [...others.slice(0, 0), { revoked_at,',
    specs: ['domain/src/applications/subscription/interpretation/interpret-subscription.unit.spec.ts'],
  },
  {
    what: 'a refund that arrives late forgets what later ones have taken back',
    file: 'domain/src/applications/webhook/proceeds/fact-proceeds.ts',
    find: 'if (amount === undefined) {',
    replace: 'if (amount === undefined || !isEarlier) {',
    specs: ['domain/src/applications/webhook/upgrade-facts.unit.spec.ts'],
  },
  {
    what: 'a wrong rate stays in the list of those held back until an operator refuses it',
    file: 'domain/src/figures/exchange-rate/screen-rates.ts',
    find: '(isConfirmed ? confirmed : contradicted).push(',
    replace: '(isConfirmed ? confirmed : []).push(',
    specs: ['domain/src/figures/exchange-rate/screen-rates.unit.spec.ts'],
  },
  {
    what: 'the estimate is posted and then the refund whole',
    file: 'domain/src/applications/webhook/proceeds/fact-proceeds.ts',
    find: 'let posted = await takenByUpgrade(fact, sent, sources);',
    replace: 'let posted = 0 * (await takenByUpgrade(fact, sent, sources));',
    specs: ['domain/src/applications/webhook/upgrade-facts.unit.spec.ts'],
  },
  {
    what: 'a genuine notification is refused for one field',
    file: 'infra/adapters/src/apple/store-notifications/receive.ts',
    find: '  if (transaction === undefined) return unknown;',
    replace: "  if (transaction === undefined) return refuse('form');",
    specs: ['sdk-ingest/src/routes/odd-notifications.int.spec.ts'],
  },
  {
    what: 'a term paid by months ends when renewal is switched off',
    file: 'domain/src/applications/subscription/interpretation/notifications/notification-table.ts',
    find: "'in_commitment', 'subscription_cancelation', 'unchanged'],",
    replace: "'in_commitment', 'subscription_cancelation', 'canceled'],",
    specs: ['domain/src/applications/subscription/interpretation/transactions/commitments.unit.spec.ts'],
  },
  {
    what: 'owed payments are multiplied by the chance of renewal',
    file: 'domain/src/figures/predictions/value/value.ts',
    find: "if (step <= owed && (step > 1 || subscription.status !== 'billing_issues')) return 1;",
    replace: 'if (step <= owed && step > 1) return 1;',
    specs: ['domain/src/figures/predictions/value/value.unit.spec.ts'],
  },
];

/** The store's files and exchange rates. */
const fileBreaks: readonly Break[] = [
  {
    what: '404 taken for zero by age',
    file: 'workflows/src/pulls/pull-store-reports/record-store-days.ts',
    find: "  const unproven = kinds.find((kind) => kind === 'not_available' || kind === 'unclear');",
    replace: "  const unproven = undefined as 'unclear' | undefined;",
    specs: ['workflows/src/pulls/pull-store-reports/pull-store-reports.int.spec.ts'],
  },
  {
    what: 'a settled day is never asked for again',
    file: 'domain/src/applications/store-sales/store-reports-pull.decider.ts',
    find: '    return age < daysCorrected && isRested(settled.checkedAt);',
    replace: '    return false;',
    specs: ['domain/src/applications/store-sales/store-reports-pull.unit.spec.ts'],
  },
  {
    what: 'a day that was settled by its age counts as proven',
    file: 'domain/src/applications/store-sales/store-reports-pull.decider.ts',
    find: '    if (settled === undefined || !settled.proven) return true;',
    replace: '    if (settled === undefined) return true;',
    specs: ['domain/src/applications/store-sales/store-reports-pull.unit.spec.ts'],
  },
  {
    what: 'set-aside money is not counted',
    file: 'infra/adapters/src/apple/app-store-connect/sales-report.ts',
    find: 'return { ...owner, content: { reason: content, proceeds: money.proceeds, price: money.price } };',
    replace: 'return { ...owner, content: { reason: content, proceeds: null, price: null } };',
    specs: ['infra/adapters/src/apple/app-store-connect/sales-report.unit.spec.ts'],
  },
  {
    what: 'set-aside money is not shown',
    file: 'projections/src/writing/store-sales/store-sales.projection.ts',
    find: '  proceeds_micros: money.map((amount) => amount.proceeds_micros),',
    replace: '  proceeds_micros: money.map(() => 0),',
    specs: ['projections/src/writing/store-sales/partner-tables.int.spec.ts'],
  },
  {
    what: 'a file without a column is any broken file',
    file: 'infra/adapters/src/apple/delimited/read-delimited.ts',
    find: 'missing.length === required.length ? {} : { missing }',
    replace: '{}',
    specs: ['infra/adapters/src/apple/app-store-connect/client.int.spec.ts'],
  },
  {
    what: 'a rate held back is used',
    file: 'domain/src/figures/exchange-rate/screen-rates.ts',
    find: 'const largestStep = 1 / 3;',
    replace: 'const largestStep = 1 / 0;',
    specs: ['domain/src/figures/exchange-rate/screen-rates.unit.spec.ts'],
  },
  {
    what: 'a corrected rate does not replace the one before',
    file: 'projections/src/writing/exchange-rate/exchange-rate.projection.ts',
    find: "    case 'ExchangeRatesCorrected':\n      return event.data.rates;\n",
    replace: '',
    specs: ['projections/src/writing/runner/projections.unit.spec.ts'],
  },
  {
    what: 'remembered rates are kept after a correction',
    file: 'projections/src/writing/source-freshness/source-freshness.projection.ts',
    find: "    case 'ExchangeRatesCorrected':\n",
    replace: '',
    specs: ['projections/src/writing/runner/projections.unit.spec.ts'],
  },
];

/** What reports, rules and models say of income. */
const incomeBreaks: readonly Break[] = [
  {
    what: 'a sale before the first price of its product has no price in reports',
    file: 'projections/src/reading/reports/facts/income-facts.queries.ts',
    find: "arrayConcat([(toDate('1970-01-01'), known[1].2, known[1].3)], known)",
    replace: 'known',
    specs: ['projections/src/reading/reports/report-rules.int.spec.ts'],
  },
  {
    what: 'sales whose VAT is not known are in no warning',
    file: 'projections/src/reading/reports/facts/income-facts.queries.ts',
    find: 'is_priced AND NOT is_vat_known AS is_untaxed',
    replace: 'false AS is_untaxed',
    specs: ['projections/src/reading/reports/reports.int.spec.ts'],
  },
  {
    what: 'income of which nothing is known is 0 to rules',
    file: 'projections/src/reading/rule-figures/object-figures.ts',
    find: 'sales(object) > 0 && pricedSales(object) === 0 ? null : Math.round(micros(object))',
    replace: 'Math.round(micros(object))',
    specs: ['projections/src/reading/rule-figures/rule-figures.int.spec.ts'],
  },
  {
    what: 'a model is recorded without what its product brought in',
    file: 'workflows/src/users/refit-models/fit-program.ts',
    find: 'nothingExpected(received.get(product_id) ?? 0)',
    replace: 'nothingExpected(0)',
    specs: ['workflows/src/users/refit-models/refit-models.int.spec.ts'],
  },
];

export const moneyBreaks: readonly Break[] = [...subscriptionBreaks, ...fileBreaks, ...incomeBreaks];
