import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { Campaign } from '../world/structure.ts';

export const INSTALL_BY_VIEW = 1;
export const INSTALL_REDOWNLOAD = 2;
export const INSTALL_LAUNCHED = 4;
export const INSTALL_CAUSED = 8;

/** The time of an event of the market that what was written prevents. It keeps its place, because places are numbers of people. */
export const NEVER = 0xffff_ffff;

/** Reports stop changing this long after the end of a day. */
export const RESTATEMENT_MS = 3 * 86_400_000;

/**
 * Everything that happens to one campaign on one day of its organization, the future of today included.
 * Times are milliseconds after `start`. `reported` is when a report shows it, `withdrawn` when Apple takes an
 * install back (0 = never). What the market brings comes first, in its order; behind it, in the order of time, what was caused
 * and what was written brings. Taps and installs point at their impression, whose cell says target, country, device.
 * Spend is in ten-thousandths of the organization's currency.
 */
export interface CampaignDay {
  readonly campaign: Campaign;
  readonly day: DayNumber;
  readonly start: number;
  readonly end: number;
  /** When the daily budget was used up, as an instant; null when it lasted. */
  readonly exhaustedAt: number | null;
  readonly impressions: { readonly time: Uint32Array; readonly cell: Uint32Array };
  readonly taps: TapColumns;
  readonly installs: InstallColumns;
}

export interface TapColumns {
  readonly impression: Uint32Array;
  readonly time: Uint32Array;
  readonly reported: Uint32Array;
  readonly spend: Uint32Array;
}

export interface InstallColumns {
  readonly impression: Uint32Array;
  readonly time: Uint32Array;
  readonly reported: Uint32Array;
  readonly withdrawn: Uint32Array;
  readonly flags: Uint8Array;
  /** First launch of the app; may lie on the next day. Meaningless without INSTALL_LAUNCHED. */
  readonly launch: Uint32Array;
}

/** One event of columns. */
export type Row<Columns> = { readonly [Name in keyof Columns]: number };
