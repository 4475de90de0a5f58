import type { DayNumber } from '../../../base/calendar/calendar-days.ts';

export type ReportLevel = 'campaign' | 'adGroup' | 'keyword' | 'searchTerm' | 'ad';
export type Granularity = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';

/** Which figures a report is made of. Days are inclusive and in the zone of `timeZone`; `ORTZ` is the organization's. */
export interface FiguresRequest {
  readonly startDay: DayNumber;
  readonly endDay: DayNumber;
  readonly granularity: Granularity | null;
  readonly byCountry: boolean;
  readonly byDevice: boolean;
  readonly timeZone: 'ORTZ' | 'UTC';
}
