import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { insertInto } from './insert-into.ts';

/**
 * What is done with the tables of a projection beside following the log:
 * - `free`: nothing
 * - `filling`: they are being rebuilt in another database
 * - `failed`: that ended with an error, see `detail`
 * - `held`: no row may be written to them until they are released or `until` has passed
 * - `swapping`: they are being exchanged with those of the database `detail`, also after a crash
 */
export const tableExchangeStates = ['free', 'filling', 'failed', 'held', 'swapping'] as const;

export interface TableExchange {
  readonly projection: string;
  /** Grows with every change; a reader that finds the same before and after has seen one form of the tables. */
  readonly sequence: number;
  readonly state: (typeof tableExchangeStates)[number];
  /** Of `held`: the writer whose epoch `detail` is works on a range and has stopped before its first row. */
  readonly acknowledged: boolean;
  readonly until: Date;
  readonly detail: string;
  /** Of `swapping`: the identities (UUID) of the tables that are to be current, by name. */
  readonly incoming: Readonly<Record<string, string>>;
  /** Of `swapping`: the checkpoint of the incoming tables; empty when it is that of the current ones. */
  readonly checkpoint: string;
  readonly position: bigint;
}

const tableExchangeRows = defineQuery({
  name: 'projection-exchanges',
  sql: `SELECT toString(projection_name) AS projection, sequence, toString(state) AS state, acknowledged,
      toUnixTimestamp64Milli(until) AS until, detail, incoming, checkpoint, toString(s.log_position) AS position
    FROM projection_swap_v1 AS s FINAL`,
  params: z.object({}),
  row: z.object({
    projection: z.string(),
    sequence: z.number(),
    state: z.enum(tableExchangeStates),
    acknowledged: z.union([z.boolean(), z.number()]).transform(Boolean),
    until: z.number().transform((ms) => new Date(ms)),
    detail: z.string(),
    incoming: z.record(z.string(), z.string()),
    checkpoint: z.string(),
    position: z.string().transform((text) => BigInt(text)),
  }),
});

/** The present state of each projection that has one. @throws the engine's error. */
export async function readExchanges(client: ClickHouseClient, signal?: AbortSignal): Promise<TableExchange[]> {
  return await tableExchangeRows(client, {}, signal);
}

/** Replaces a projection's state. @throws the engine's error. */
export async function writeExchanges(client: ClickHouseClient, exchanges: readonly TableExchange[]): Promise<void> {
  const rows = exchanges.map(({ projection, until, position, ...fields }) => ({
    ...fields,
    projection_name: projection,
    until: until.toISOString(),
    log_position: position.toString(),
    recorded_at: new Date().toISOString(),
  }));
  const token = exchanges.map(({ projection, sequence, state }) => `${projection}:${sequence}:${state}`).join(',');
  await insertInto(client, { table: 'projection_swap_v1', rows, token: `swap:${token}` });
}

/** The state of a projection that nothing was done with yet. */
export const freeTableExchange = (projection: string, sequence = 0): TableExchange => ({
  projection,
  sequence,
  state: 'free',
  acknowledged: false,
  until: new Date(0),
  detail: '',
  incoming: {},
  checkpoint: '',
  position: 0n,
});

/** Whether a swap still binds others at an instant. */
export const isHeld = ({ state, until }: TableExchange, now: Date): boolean =>
  (state === 'held' || state === 'swapping') && until > now;

/** One text for all that was done with some tables; the same text means that nothing was done meanwhile. */
export const tableExchangeVersion = (exchanges: readonly TableExchange[]): string =>
  exchanges
    .map(({ projection, sequence }) => `${projection} ${sequence}`)
    .sort()
    .join(',');
