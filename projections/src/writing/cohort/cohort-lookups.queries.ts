import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { installKey, spellingsOf } from './install-link.ts';
import type { InstallRow } from './install-state.ts';

/** An id within one application; ids of installs and transactions are only unique there. */
export interface SubjectKey {
  readonly application_id: number;
  readonly id: string;
}

// Long parameters travel in the body of the request, of which servers take 128 kB for one. A statement costs the engine more than the
// keys in it.
const keysPerQuery = 1500;
const keysParams = z.object({ application_id: z.number(), keys: z.array(z.string()) });
const position = z.string().transform((text) => BigInt(text));
const instant = z.number().transform((ms) => new Date(ms).toISOString());

const installRow = z.object({
  application_id: z.number(),
  install_id: z.string(),
  state: z.enum(['pending', 'attributed', 'organic', 'test']),
  org_id: z.number(),
  campaign_id: z.number(),
  ad_group_id: z.number(),
  keyword_id: z.number(),
  ad_id: z.number(),
  country: z.string(),
  claim_type: z.string(),
  custom_product_page: z.string(),
  device_class: z.string(),
  first_launch_at: instant,
  reported_position: z.string(),
  log_position: z.string(),
  recorded_at: instant,
}) satisfies z.ZodType<InstallRow>;

const installsByKey = defineQuery({
  name: 'cohort-installs',
  sql: `SELECT application_id, install_id, state, org_id, campaign_id, ad_group_id, keyword_id, ad_id, country, claim_type,
      custom_product_page, device_class, toUnixTimestamp64Milli(i.first_launch_at) AS first_launch_at,
      toString(i.reported_position) AS reported_position, toString(i.log_position) AS log_position,
      toUnixTimestamp64Milli(i.recorded_at) AS recorded_at
    FROM install_current_v1 AS i FINAL
    WHERE application_id = {application_id:UInt64} AND install_id IN {keys:Array(String)}`,
  params: keysParams,
  row: installRow,
});

const transactionsOfInstalls = defineQuery({
  name: 'cohort-transactions-of-installs',
  sql: `SELECT DISTINCT application_id, original_transaction_id AS id FROM install_transaction_v1
    WHERE application_id = {application_id:UInt64} AND install_key IN {keys:Array(String)}`,
  params: keysParams,
  row: z.object({ application_id: z.number(), id: z.string() }),
});

/** A stored notification of one original transaction; `notification` is the event's data as JSON. */
export interface LandedNotification {
  readonly application_id: number;
  readonly original_transaction_id: string;
  readonly notification: string;
  readonly log_position: bigint;
  readonly recorded_at: string;
}

const notificationsByTransaction = defineQuery({
  name: 'cohort-notifications',
  sql: `SELECT application_id, original_transaction_id, notification, toString(n.log_position) AS log_position,
      toUnixTimestamp64Milli(n.recorded_at) AS recorded_at
    FROM store_notification_v1 AS n FINAL
    WHERE application_id = {application_id:UInt64} AND original_transaction_id IN {keys:Array(String)}`,
  params: keysParams,
  row: z.object({
    application_id: z.number(),
    original_transaction_id: z.string(),
    notification: z.string(),
    log_position: position,
    recorded_at: instant,
  }),
});

/** A stored link of one original transaction. */
export interface LandedLink {
  readonly application_id: number;
  readonly original_transaction_id: string;
  /** The event's data as JSON. */
  readonly link: string;
  readonly log_position: bigint;
  readonly recorded_at: string;
}

const linksByTransaction = defineQuery({
  name: 'cohort-links',
  sql: `SELECT application_id, original_transaction_id, link, toString(l.log_position) AS log_position,
      toUnixTimestamp64Milli(l.recorded_at) AS recorded_at
    FROM transaction_link_v1 AS l
    WHERE application_id = {application_id:UInt64} AND original_transaction_id IN {keys:Array(String)}`,
  params: keysParams,
  row: z.object({
    application_id: z.number(),
    original_transaction_id: z.string(),
    link: z.string(),
    log_position: position,
    recorded_at: instant,
  }),
});

const transactionPage = defineQuery({
  name: 'cohort-transaction-page',
  sql: `SELECT application_id, original_transaction_id AS id FROM store_notification_v1
    WHERE (application_id, original_transaction_id) > ({application_id:UInt64}, {id:String})
    GROUP BY application_id, original_transaction_id ORDER BY application_id, original_transaction_id
    LIMIT {limit:UInt32}`,
  params: z.object({ application_id: z.number(), id: z.string(), limit: z.number() }),
  row: z.object({ application_id: z.number(), id: z.string() }),
});

/** Installs of these ids, and of the same ids in the spellings an account token may have. */
export const readInstalls = (client: ClickHouseClient, keys: readonly SubjectKey[]): Promise<InstallRow[]> => {
  const spellings = keys.flatMap((key) => spellingsOf(key.id).map((id) => ({ ...key, id })));
  return byApplication(spellings, (params) => installsByKey(client, params));
};

/** Original transactions that may belong to these installs. */
export const readTransactionsOfInstalls = (
  client: ClickHouseClient,
  keys: readonly SubjectKey[],
): Promise<SubjectKey[]> =>
  byApplication(
    keys.map((key) => ({ ...key, id: installKey(key.id) })),
    (params) => transactionsOfInstalls(client, params),
  );

export const readNotifications = (
  client: ClickHouseClient,
  keys: readonly SubjectKey[],
): Promise<LandedNotification[]> => byApplication(keys, (params) => notificationsByTransaction(client, params));

export const readLinks = (client: ClickHouseClient, keys: readonly SubjectKey[]): Promise<LandedLink[]> =>
  byApplication(keys, (params) => linksByTransaction(client, params));

/** The next original transactions with notifications after one, in the order of their keys. */
export const readTransactionPage = (
  client: ClickHouseClient,
  after: SubjectKey | undefined,
  limit: number,
): Promise<SubjectKey[]> => transactionPage(client, { application_id: 0, id: '', ...after, limit });

async function byApplication<Row>(
  keys: readonly SubjectKey[],
  ask: (params: { application_id: number; keys: string[] }) => Promise<Row[]>,
): Promise<Row[]> {
  const grouped = new Map<number, string[]>();
  for (const { application_id, id } of keys) {
    const existing = grouped.get(application_id);
    if (existing) existing.push(id);
    else grouped.set(application_id, [id]);
  }
  const questions = [...grouped].flatMap(([application_id, ids]) =>
    Array.from({ length: Math.ceil(ids.length / keysPerQuery) }, (_, index) =>
      ask({ application_id, keys: ids.slice(index * keysPerQuery, (index + 1) * keysPerQuery) }),
    ),
  );
  return (await Promise.all(questions)).flat();
}
