import type { SettingValue } from '../change/change-row.ts';
import type { SettingOfObject } from './history-entry.ts';

/** A setting that a pull found to be another than before, whose author is not known yet. */
export interface UnnamedChange extends SettingOfObject {
  readonly value: SettingValue;
  /** ISO 8601. */
  readonly observed_at: string;
  /** How often the record of the ad service was read without finding it. */
  readonly reads: number;
}
