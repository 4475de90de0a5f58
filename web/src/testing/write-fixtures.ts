import { type ChangeAnswer, changeAnswerSchema } from '@tapwise/contract';
import type { StandInCall } from './stand-in-server.ts';

/** Answers of writes in the contract's form. */

interface RowEnd {
  outcome: string;
  message?: string;
  note?: string;
  current?: number;
  changed_by?: string;
}

const outcomes = [
  ...['changed', 'unchanged', 'pending', 'queued', 'unknown', 'conflict', 'refused', 'blocked', 'skipped'],
] as const;

type Wished = Readonly<Record<string, unknown>>;

/** Key, field and wished value of each row a body of a write names. */
function rowsOf(body: Wished): { key: string; field: string; value: unknown }[] {
  const campaign = String(body.campaign_id ?? '');
  const bids = Object.entries((body.new_bids ?? {}) as Wished).map(([key, value]) => ({
    key,
    field: 'cpt_bid',
    value,
  }));
  const nested = (wished: unknown, key: (id: string) => string, fields: Readonly<Record<string, string>>) =>
    Object.entries((wished ?? {}) as Readonly<Record<string, Wished>>).flatMap(([id, values]) =>
      Object.entries(values).map(([name, value]) => ({ key: key(id), field: fields[name] ?? name, value })),
    );
  const ids = [body.campaign_ids, body.ad_group_ids, body.keyword_ids].find(Array.isArray) ?? [];
  const above = [body.campaign_id, body.ad_group_id].filter((id) => id !== undefined);
  const statuses = (ids as number[]).map((id) => ({
    key: [...above, id].join(':'),
    field: 'status',
    value: body.status ?? 'DELETED',
  }));
  const match =
    body.search_match === undefined ? [] : [{ key: above.join(':'), field: 'search_match', value: body.search_match }];
  return [
    ...bids,
    ...nested(body.bids, (id) => `${campaign}:${id}`, { cpt: 'cpt_bid', cpa: 'cpa_goal' }),
    ...nested(body.budgets, (id) => id, { total: 'budget', daily: 'daily_cap' }),
    ...statuses,
    ...match,
  ];
}

let changes = 0;

/** The answer to a write: its rows are changed, but for those named. */
export function writeAnswer(body: unknown, ends: Readonly<Record<string, RowEnd>>): ChangeAnswer {
  changes += 1;
  const results = rowsOf(body as Wished).map(({ key, field, value }) => ({
    ...{ key, field, old: null, new: value },
    ...(ends[key] ?? { outcome: 'changed' }),
  }));
  const counts = Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter((row) => row.outcome === outcome).length]),
  );
  const failed = results.filter(({ outcome }) =>
    ['conflict', 'refused', 'blocked', 'skipped'].includes(outcome),
  ).length;
  const common = {
    change_id: `00000000-0000-4000-8000-${String(changes).padStart(12, '0')}`,
    settings_currency: 'USD',
    results,
    counts,
  };
  const words = `${failed} of ${results.length} changes were not made`;
  const failure = { status: 'partial', code: 'partial_failure', error_message: words };
  return changeAnswerSchema.parse(failed === 0 ? { status: 'ok', ...common } : { ...failure, ...common });
}

/** The writes among calls. */
export const writesOf = (calls: readonly StandInCall[]): readonly StandInCall[] =>
  calls.filter(({ method }) => method !== 'GET');
