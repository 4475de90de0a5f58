import { duplicateKeyword, type RowEnd, type WriteEnd } from '@tapwise/adapters';
import { type Halt, haltOf, isHalt } from './step-end.ts';

/** How a row that was sent with others ended. */
export type SentRow<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly message: string; readonly code: string; readonly status: number }
  | Halt;

type Send<Row, Value> = (rows: readonly Row[]) => Promise<WriteEnd<readonly RowEnd<Value>[]>>;

/**
 * Sends rows in as many calls as the service needs. Where one is refused as a whole, the rows that the service names are taken out and the rest is sent again;
 * where it names none, halves are sent.
 * @returns an end for each row, in their order.
 */
export async function sendRows<Row, Value>(
  rows: readonly Row[],
  { mostRows }: { readonly mostRows: number },
  send: Send<Row, Value>,
): Promise<SentRow<Value>[]> {
  const ends: SentRow<Value>[] = [];
  for (let from = 0; from < rows.length; from += mostRows) {
    ends.push(...(await sendPart(rows.slice(from, from + mostRows), send)));
  }
  return ends;
}

async function sendPart<Row, Value>(rows: readonly Row[], send: Send<Row, Value>): Promise<SentRow<Value>[]> {
  if (rows.length === 0) return [];
  const end = await send(rows);
  if (end.kind === 'done') return end.value.map(endOfRow);
  if (end.kind !== 'refused' || end.status === 401 || end.status === 403 || end.status === 404) {
    return rows.map(() => haltOf(end));
  }
  const named = new Map(end.items.map((item) => [item.index, item]));
  const refused = (index: number): SentRow<Value> | undefined => {
    const item = named.get(index);
    return item && { kind: 'refused', message: item.message, code: item.code, status: end.status };
  };
  if (rows.length === 1) {
    return [refused(0) ?? { kind: 'refused', message: end.message, code: '', status: end.status }];
  }
  if (named.size === 0) {
    const half = Math.ceil(rows.length / 2);
    return [...(await sendPart(rows.slice(0, half), send)), ...(await sendPart(rows.slice(half), send))];
  }
  const rest = await sendPart(
    rows.filter((_, index) => !named.has(index)),
    send,
  );
  return rows.map((_, index) => refused(index) ?? (rest.shift() as SentRow<Value>));
}

function endOfRow<Value>(row: RowEnd<Value>): SentRow<Value> {
  if (row.kind === 'done') return row;
  if (row.kind === 'refused') return { ...row, status: 200 };
  return { kind: 'delayed', message: row.message, retryAfterMs: null };
}

/** What exists already; after a lost answer that is success. */
export const isDuplicate = ({ code }: { readonly code: string }): boolean => code === duplicateKeyword;

/**
 * Takes rows that are refused because they exist already as done, where they were made meanwhile: a call of a process that has died may come in
 * after its rows were looked for.
 * @param find What exists now, by text.
 */
export async function adoptDuplicates<Value>(
  ends: Map<number, SentRow<Value>>,
  textOf: (row: number) => string,
  find: () => Promise<ReadonlyMap<string, Value> | Halt>,
): Promise<void> {
  const duplicates = [...ends].flatMap(([row, end]) => (end.kind === 'refused' && isDuplicate(end) ? [row] : []));
  if (duplicates.length === 0) return;
  const present = await find();
  for (const row of duplicates) {
    if (isHalt(present)) {
      ends.set(row, present);
      continue;
    }
    const value = present.get(textOf(row));
    if (value !== undefined) ends.set(row, { kind: 'done', value });
  }
}
