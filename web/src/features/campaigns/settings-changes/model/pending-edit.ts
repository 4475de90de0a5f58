import { amountText } from '@tapwise/contract/money';
import { formatMoney, unknown } from '../../../../shared/format/numbers.ts';

export type SettingsChangeLevel = 'campaign' | 'ad_group' | 'keyword';

/** The settings that are edited in cells of each level, by the names of their columns. */
export const editedFields = {
  campaign: ['budget', 'daily_cap', 'target_cpa'],
  ad_group: ['cpt_bid', 'cpa_goal', 'search_match'],
  keyword: ['cpt_bid'],
} as const satisfies Record<SettingsChangeLevel, readonly string[]>;

export type EditField = (typeof editedFields)[SettingsChangeLevel][number];

/** Micros of the ad organization's currency, or whether a setting is on; `null`: none is set. */
export type EditValue = number | boolean | null;

/** Why an edit that was sent is still here. */
export interface Trouble {
  outcome: 'refused' | 'conflict' | 'blocked' | 'skipped' | 'pending' | 'queued' | 'unknown';
  message: string | null;
  changeId: string;
  /** Of an unknown effect: it is not looked for any more. */
  left?: true;
  /** Of a conflict: what is set now, by whom, and when. */
  current?: EditValue;
  changedBy?: string | null;
  changedAt?: string | null;
}

/** One value a person has entered and that is not confirmed yet. */
export interface PendingEdit {
  /** `campaign`, `campaign:adgroup` or `campaign:adgroup:keyword`. */
  key: string;
  field: EditField;
  value: EditValue;
  /** What was set when it was entered; `null` for a keyword that follows its ad group, and for what is not set. */
  base: EditValue;
  /** What a keyword follows, as far as known. */
  follows?: number | null;
  name: string;
  /** Names of the objects it is in. */
  path: readonly string[];
  /** The result of a bulk edit was below the minimum. */
  raised?: boolean;
  trouble?: Trouble;
}

/** The edits of one object. */
export type EditsOfObject = Readonly<Partial<Record<EditField, PendingEdit>>>;

export const editId = ({ key, field }: { key: string; field: string }): string => `${key} ${field}`;

/** An amount of a report row in micros; `null` where none is known. */
export function microsOf(units: unknown): number | null {
  return typeof units === 'number' ? Math.round(units * 1e6) : null;
}

/** Units of currency, as calls take them. */
export const unitsOf = (micros: number): number => micros / 1e6;

/** A value as a cell shows it: amounts from 100 on without decimals they do not have. */
export function editText(value: EditValue | undefined, currency: string): string {
  if (value == null) return unknown;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  const exact = amountText(value, currency);
  const short = formatMoney(unitsOf(value));
  return value % 1e6 === 0 ? short : exact;
}

/** What holds before the edit: the own value, else the one followed. */
export function baseOf({ base, follows }: Pick<PendingEdit, 'base' | 'follows'>): EditValue {
  return base ?? follows ?? null;
}
