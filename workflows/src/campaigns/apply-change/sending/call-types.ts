import type { SearchAdsWriter, WriteScope } from '@tapwise/adapters';
import type { AdSettings, ChangeField, ChangeRow, NegativeSettings, SettingValue } from '@tapwise/domain';
import type { RemoteValues } from '../remote-values.ts';

/** A row that is to be sent. */
export interface WritableRow {
  readonly index: number;
  readonly row: ChangeRow;
}

/** How the last call for a row ended, and when it and those before it were made. */
export interface CallEnd {
  readonly end: /** `set`: what was set where the service does not take what was asked for, and `note` why. */
    | {
        readonly kind: 'done';
        readonly set?: SettingValue;
        readonly note?: string;
        /** Of a changed product page: all ads of the ad group from then on. */
        readonly ads?: readonly AdSettings[];
        /** Of a negative: as it is from then on. */
        readonly negative?: NegativeSettings;
      }
    | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly note?: string }
    | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
    | { readonly kind: 'unknown'; readonly sent: boolean };
  readonly calls: readonly { readonly sentAt: number; readonly endedAt: number; readonly refused: boolean }[];
}

/** One or more rows that go out together. */
export interface RowCall {
  readonly rows: readonly number[];
  /** Never throws; an end for each row. */
  send(): Promise<ReadonlyMap<number, CallEnd>>;
}

export interface CallContext {
  readonly writer: SearchAdsWriter;
  readonly scope: WriteScope;
  readonly campaignId: number;
  readonly remote: RemoteValues;
  /** Milliseconds. */
  readonly now: () => number;
}

/** What is requested for a setting by rows of one object; `undefined` where none is about it. */
export const wishOf = (group: readonly WritableRow[], field: ChangeField): SettingValue | undefined =>
  group.find(({ row }) => row.field === field)?.row.new;

/** The switch of a row, as the port takes it. */
export function status(group: readonly WritableRow[]): { status?: 'ENABLED' | 'PAUSED' } {
  const value = wishOf(group, 'status');
  return value === 'ENABLED' || value === 'PAUSED' ? { status: value } : {};
}
