import type { Change } from '@tapwise/contract';
import { csvLine } from '@tapwise/domain';

/** Whose changes they are, which of them, and when the file was made. */
export interface ChangesCsvFacts {
  readonly application: string;
  readonly organization: string;
  /** IANA name: days are calendar days in it. */
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** What the list is narrowed to, in words. */
  readonly narrowed: readonly (readonly [label: string, value: string])[];
  readonly currency: string;
  /** Commit position that the first rows are complete up to. */
  readonly position: bigint;
  readonly madeAt: Date;
}

/** Spreadsheets take a file without it for one of another encoding. */
const byteOrderMark = '\uFEFF';

const header = [
  'At',
  'Who',
  'Actor',
  'Campaign',
  'Ad group',
  'Name',
  'Setting',
  'Old',
  'New',
  'Currency',
  'Outcome',
  'Reason',
  'Message',
  'Change',
];

/**
 * Changes as CSV, a piece for each part of them: a header, a line for each row of a change, and after an empty line the receipt. The
 * receipt ends with the number of rows, so a file that was cut off shows it.
 */
export async function* changesCsv(
  parts: AsyncIterable<readonly Change[]>,
  facts: ChangesCsvFacts,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header);
  let rows = 0;
  for await (const part of parts) {
    rows += part.length;
    yield part.map((change) => csvLine(cellsOf(change, facts.currency))).join('');
  }
  yield csvLine([]) + receiptOf(facts, rows).map(csvLine).join('');
}

/** `tapwise-changes-2026-11-15-2026-11-21.csv` */
export const changesCsvName = ({ from, to }: Pick<ChangesCsvFacts, 'from' | 'to'>): string =>
  `tapwise-changes-${from}-${to}.csv`;

function cellsOf(change: Change, currency: string): unknown[] {
  const { at, actor, actor_kind, campaign_name, ad_group_name, name, field, outcome, reason, message } = change;
  return [
    at,
    actor,
    actor_kind,
    campaign_name,
    ad_group_name,
    name,
    field,
    change.old,
    change.new,
    typeof (change.new ?? change.old) === 'number' && field !== 'creative' ? currency : null,
    outcome,
    reason,
    message,
    change.change_id,
  ];
}

function receiptOf(facts: ChangesCsvFacts, rows: number): (readonly [string, string | number])[] {
  const { application, organization, from, to, timeZone, narrowed, currency, position, madeAt } = facts;
  return [
    ['Application', application],
    ['Organization', organization],
    ['Days', `${from} to ${to} (${timeZone})`],
    ...narrowed,
    ['Currency', currency],
    ['Log position', position.toString()],
    ['Made at', madeAt.toISOString()],
    ['Rows', rows],
  ];
}
