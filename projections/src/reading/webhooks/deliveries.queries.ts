import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

/** Which deliveries of an application are asked for; empty text is any. */
export interface DeliveryFilter {
  readonly application_id: number;
  readonly lane: string;
  readonly state: string;
  readonly event: string;
  /** Of one delivery. */
  readonly id: string;
  /** Milliseconds; only deliveries made before it, or at it with a smaller id. */
  readonly before_ms: number;
  readonly before_id: string;
}

/** A delivery as it is now; instants in milliseconds. */
export interface DeliveryRow {
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly lane: string;
  /** Empty for a forwarded notification. */
  readonly event: string;
  /** A refund that the store did not report. */
  readonly is_estimated: boolean;
  readonly url: string;
  /** 0 before the first attempt. */
  readonly sequence: number;
  readonly state: string;
  /** Empty unless it is not sent. */
  readonly reason: string;
  readonly created_ms: number;
  readonly next_ms: number | null;
}

export interface AttemptRow {
  readonly delivery_id: string;
  readonly at_ms: number;
  readonly http_status: number | null;
  readonly ms: number;
  readonly error: string;
  readonly answer: string;
}

const page = 100;
const ofApplication = 'application_id = {application_id:UInt64}';
const displayedCondition = "state NOT IN ('held', 'dropped')";

const deliveries = defineQuery({
  name: 'webhook-deliveries',
  sql: `SELECT delivery_id, endpoint_id, lane, event, is_estimated, url, sequence, state, reason, toUnixTimestamp64Milli(created_at) AS created_ms,
      if(next_attempt_at IS NULL, NULL, toUnixTimestamp64Milli(assumeNotNull(next_attempt_at))) AS next_ms
    FROM webhook_delivery_v1 FINAL
    WHERE ${ofApplication} AND ${displayedCondition} AND ({lane:String} = '' OR lane = {lane:String})
      AND ({state:String} = '' OR state = {state:String})
      AND ({event:String} = '' OR event = {event:String}) AND ({id:String} = '' OR delivery_id = {id:String})
      AND (toUnixTimestamp64Milli(created_at), delivery_id) < ({before_ms:Int64}, {before_id:String})
    ORDER BY created_at DESC, delivery_id DESC LIMIT ${page}`,
  params: z.object({
    application_id: z.number(),
    lane: z.string(),
    state: z.string(),
    event: z.string(),
    id: z.string(),
    before_ms: z.number(),
    before_id: z.string(),
  }),
  row: z.object({
    endpoint_id: z.string(),
    delivery_id: z.string(),
    lane: z.string(),
    event: z.string(),
    url: z.string(),
    sequence: z.number(),
    is_estimated: z.boolean(),
    state: z.string(),
    reason: z.string(),
    created_ms: z.number(),
    next_ms: z.number().nullable(),
  }),
});

const attempts = defineQuery({
  name: 'webhook-attempts',
  sql: `SELECT delivery_id, toUnixTimestamp64Milli(attempted_at) AS at_ms, http_status, ms, error, answer
    FROM webhook_attempt_v1 FINAL
    WHERE ${ofApplication} AND delivery_id IN {ids:Array(String)}
    ORDER BY attempted_at, log_position LIMIT 5000`,
  params: z.object({ application_id: z.number(), ids: z.array(z.string()) }),
  row: z.object({
    delivery_id: z.string(),
    at_ms: z.number(),
    http_status: z.number().nullable(),
    ms: z.number(),
    error: z.string(),
    answer: z.string(),
  }),
});

const positionRow = z.object({ delivery_id: z.string(), endpoint_id: z.string(), log_position: z.string() });
const placed = `SELECT delivery_id, endpoint_id, toString(log_position) AS log_position FROM webhook_delivery_v1 FINAL
    WHERE ${ofApplication}`;

const inRange = defineQuery({
  name: 'webhook-deliveries-in-range',
  sql: `${placed} AND ${displayedCondition} AND endpoint_id IN {endpoints:Array(String)}
      AND toUnixTimestamp64Milli(created_at) BETWEEN {from_ms:Int64} AND {to_ms:Int64}
    ORDER BY created_at, delivery_id LIMIT {most:UInt32}`,
  params: z.object({
    application_id: z.number(),
    endpoints: z.array(z.string()),
    from_ms: z.number(),
    to_ms: z.number(),
    most: z.number(),
  }),
  row: positionRow,
});

const byId = defineQuery({
  name: 'webhook-deliveries-by-id',
  sql: `${placed} AND delivery_id IN {ids:Array(String)}`,
  params: z.object({ application_id: z.number(), ids: z.array(z.string()) }),
  row: positionRow,
});

const createdAt = defineQuery({
  name: 'webhook-delivery-created',
  sql: `SELECT toUnixTimestamp64Milli(created_at) AS created_ms FROM webhook_delivery_v1 FINAL
    WHERE ${ofApplication} AND delivery_id = {delivery_id:String} LIMIT 1`,
  params: z.object({ application_id: z.number(), delivery_id: z.string() }),
  row: z.object({ created_ms: z.number() }),
});

/** The newest deliveries that fit, 100 at most, and their attempts in order. @throws the engine's error. */
export async function askDeliveries(
  client: ClickHouseClient,
  filter: DeliveryFilter,
): Promise<{ readonly deliveries: readonly DeliveryRow[]; readonly attempts: readonly AttemptRow[] }> {
  const deliveryRows = await deliveries(client, { ...filter });
  const ids = deliveryRows.map(({ delivery_id }) => delivery_id);
  const { application_id } = filter;
  return {
    deliveries: deliveryRows,
    attempts: ids.length === 0 ? [] : await attempts(client, { application_id, ids }),
  };
}

/** Where the log last spoke of a delivery. */
export interface DeliveryPosition {
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly position: bigint;
}

const positionOf = ({ log_position, ...of }: z.infer<typeof positionRow>): DeliveryPosition => ({
  ...of,
  position: BigInt(log_position),
});

/** Deliveries of these endpoints that were made in a range of milliseconds, both ends included; in that order. */
export async function deliveriesInRange(
  client: ClickHouseClient,
  range: { application_id: number; endpoints: string[]; from_ms: number; to_ms: number; most: number },
): Promise<DeliveryPosition[]> {
  return (await inRange(client, range)).map(positionOf);
}

/** Those deliveries of an application that have one of these ids. */
export async function deliveriesById(
  client: ClickHouseClient,
  of: { application_id: number; ids: string[] },
): Promise<DeliveryPosition[]> {
  return (await byId(client, of)).map(positionOf);
}

/** Milliseconds; when a delivery of the application was made, `undefined` when there is none of that id. */
export async function deliveryCreated(
  client: ClickHouseClient,
  of: { application_id: number; delivery_id: string },
): Promise<number | undefined> {
  return (await createdAt(client, of))[0]?.created_ms;
}
