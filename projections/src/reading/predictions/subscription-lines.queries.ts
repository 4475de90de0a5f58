import { type ClickHouseClient, defineQuery, type RowOf } from '@tapwise/adapters';
import type { LineMoment, SubscriptionLine } from '@tapwise/domain';
import { z } from 'zod';

const momentKind = z.enum(['charge', 'renewal_off', 'renewal_on', 'payment_failed', 'expired', 'refund']);
const nullableMs = z.number().nullable();

// Five moments a line make about 10 MB of a page.
const linesPerPage = 50_000;

const linePage = defineQuery({
  name: 'subscription-lines',
  sql: `SELECT original_transaction_id AS transaction, line, toString(product_id) AS product_id, toString(country) AS country,
      toUnixTimestamp64Milli(started_at) AS started_ms, toUnixTimestamp64Milli(intro_started_at) AS intro_started_ms,
      toUnixTimestamp64Milli(intro_expires_at) AS intro_expires_ms, toUnixTimestamp64Milli(left_at) AS left_ms,
      moment_kinds, moments_ms, due_ms, paid_until_ms, charge
    FROM subscription_line_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND ({product_id:String} = '' OR product_id = {product_id:String})
      AND (original_transaction_id, line) > ({transaction:String}, {line:Int32})
    ORDER BY original_transaction_id, line LIMIT {limit:UInt32}`,
  params: z.object({
    application_id: z.number(),
    product_id: z.string(),
    transaction: z.string(),
    line: z.number(),
    limit: z.number(),
  }),
  row: z.object({
    transaction: z.string(),
    line: z.number(),
    product_id: z.string(),
    country: z.string(),
    started_ms: z.number(),
    intro_started_ms: nullableMs,
    intro_expires_ms: nullableMs,
    left_ms: nullableMs,
    moment_kinds: z.array(momentKind),
    moments_ms: z.array(z.number()),
    due_ms: z.array(z.number()),
    paid_until_ms: z.array(z.number()),
    charge: z.array(z.number()),
  }),
});
type LineRow = RowOf<typeof linePage>;

/**
 * All product lines of an application's subscriptions, in the order of their original transactions; with a product only its
 * own. Read page by page, so that the engine holds no more than one.
 * @throws the engine's error.
 */
export async function subscriptionLines(
  client: ClickHouseClient,
  question: { applicationId: number; productId?: string },
  signal?: AbortSignal,
): Promise<SubscriptionLine[]> {
  const lines: SubscriptionLine[] = [];
  const params = { application_id: question.applicationId, product_id: question.productId ?? '', limit: linesPerPage };
  for (let after = { transaction: '', line: -1 }; ; ) {
    const page = await linePage(client, { ...params, ...after }, signal);
    for (const row of page) lines.push(lineOf(row));
    const last = page.at(-1);
    if (last === undefined || page.length < linesPerPage) return lines;
    after = { transaction: last.transaction, line: last.line };
  }
}

function lineOf(row: LineRow): SubscriptionLine {
  const { intro_started_ms: began, intro_expires_ms: ends } = row;
  return {
    product_id: row.product_id,
    country: row.country,
    started_at: row.started_ms,
    left_at: row.left_ms,
    intro: began === null || ends === null ? null : { started_at: began, expires_at: ends },
    moments: row.moment_kinds.map((kind, index): LineMoment => {
      const at = row.moments_ms[index] ?? 0;
      if (kind === 'refund') return { kind, at, charge: row.charge[index] ?? 0 };
      if (kind !== 'charge') return { kind, at };
      return { kind, at, due_at: row.due_ms[index] ?? 0, paid_until: row.paid_until_ms[index] ?? 0 };
    }),
  };
}

const productStates = defineQuery({
  name: 'subscription-lines-state',
  sql: `SELECT toString(product_id) AS product_id, count() AS lines, toString(max(l.log_position)) AS position,
      toUnixTimestamp64Milli(max(l.recorded_at)) AS recorded_ms
    FROM subscription_line_v1 AS l FINAL WHERE application_id = {application_id:UInt64}
    GROUP BY product_id ORDER BY product_id`,
  params: z.object({ application_id: z.number() }),
  row: z.object({ product_id: z.string(), lines: z.number(), position: z.string(), recorded_ms: z.number() }),
});

/** How much is known of a product. */
export interface ProductLinesState {
  productId: string;
  lines: number;
  /** Newest position of the log that a line of the product follows from, and when it was recorded. */
  position: bigint;
  recordedAt: Date;
}

/** How many lines each product of an application has, and how new they are. @throws the engine's error. */
export async function linesState(client: ClickHouseClient, applicationId: number): Promise<ProductLinesState[]> {
  const rows = await productStates(client, { application_id: applicationId });
  return rows.map(({ product_id, lines, position, recorded_ms }) => ({
    productId: product_id,
    lines,
    position: BigInt(position),
    recordedAt: new Date(recorded_ms),
  }));
}
