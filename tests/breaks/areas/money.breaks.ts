import type { Break } from '../break.ts';

/** What purchases earn, and what store notifications and files say of it. */
const subscriptionBreaks: readonly Break[] = [
  {
    what: 'unknown ownership earns',
    file: 'domain/src/subscription/interpretation/transactions/ownership.ts',
    find: "return !family_shared && ownership === 'PURCHASED';",
    replace: "return !family_shared && ownership !== 'ASSIGNED';",
    specs: ['domain/src/subscription/interpretation/transactions/ownership.unit.spec.ts'],
  },
  {
    what: 'an unknown notification type counts its transaction',
    file: 'domain/src/subscription/interpretation/notifications/notification-table.ts',
    find: `  // What other types and subtypes mean is not known, whatever transaction they hold.
  ['any', 'any', 'always', null, 'ignored'],`,
    replace: "  ['any', 'any', 'always', null, 'unchanged'],",
    specs: ['domain/src/subscription/interpretation/transactions/ownership.unit.spec.ts'],
  },
  {
    what: 'the estimate is kept beside a real refund',
    file: 'domain/src/subscription/interpretation/interpret-subscription.ts',
    find: '  if (refunded_at !== null) return { refunded_share, is_refund_estimated: false };\n',
    replace:
      '  if (refunded_at !== null) return { refunded_share: Math.min(1, refunded_share + unused), is_refund_estimated: false };\n',
    specs: ['domain/src/subscription/interpretation/transactions/upgrades.unit.spec.ts'],
  },
  {
    what: 'the estimate is posted and then the refund whole',
    file: 'domain/src/webhook/fact-proceeds.ts',
    find: 'amount - (await takenByUpgrade(fact, sent, sources))',
    replace: 'amount',
    specs: ['domain/src/webhook/upgrade-facts.unit.spec.ts'],
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
    file: 'domain/src/subscription/interpretation/notifications/notification-table.ts',
    find: "'in_commitment', 'subscription_cancelation', 'unchanged'],",
    replace: "'in_commitment', 'subscription_cancelation', 'canceled'],",
    specs: ['domain/src/subscription/interpretation/transactions/commitments.unit.spec.ts'],
  },
  {
    what: 'owed payments are multiplied by the chance of renewal',
    file: 'domain/src/predictions/value/value.ts',
    find: "if (step <= owed && (step > 1 || live.status !== 'billing_issues')) return 1;",
    replace: 'if (step <= owed && step > 1) return 1;',
    specs: ['domain/src/predictions/value/value.unit.spec.ts'],
  },
];

export const moneyBreaks: readonly Break[] = [...subscriptionBreaks];
