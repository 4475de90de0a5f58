import { type DayNumber, dayAt, formatDay, HOUR_MS, parseDay } from '../../base/calendar/calendar-days.ts';
import { STORE_ZONE } from '../../market/sales/store-catalogue.ts';
import { invalidParameter, notAvailable } from './connect-error.ts';
import type { ReportTable, SalesSite } from './report-table.ts';
import { salesSummary } from './sales-summary.ts';
import { subscriberDetails } from './subscriber-details.ts';
import { subscriptionEvents } from './subscription-events.ts';
import { subscriptionSummary } from './subscription-summary.ts';

/** A kind of report that the simulated store makes; all of them daily. */
export interface ReportKind {
  readonly name: string;
  readonly subType: string;
  readonly version: string;
  readonly make: (site: SalesSite, day: DayNumber) => Promise<ReportTable>;
}

const KINDS: readonly ReportKind[] = [
  { name: 'SALES', subType: 'SUMMARY', version: '1_0', make: salesSummary },
  { name: 'SUBSCRIPTION', subType: 'SUMMARY', version: '1_3', make: subscriptionSummary },
  { name: 'SUBSCRIPTION_EVENT', subType: 'SUMMARY', version: '1_3', make: subscriptionEvents },
  { name: 'SUBSCRIBER', subType: 'DETAILED', version: '1_3', make: subscriberDetails },
];

const KEPT_DAYS = 365;
const READY_HOUR_MS = 5 * HOUR_MS;

/** The newest Pacific day whose file exists: made at five in the morning of the day after. */
export const newestReportDay = (now: number): DayNumber => dayAt(STORE_ZONE, now - READY_HOUR_MS) - 1;

/**
 * Reads the filters of a call.
 *
 * @throws ConnectError 400 for a wrong filter, 404 for a day whose file does not exist yet, or no longer
 */
export function readSalesRequest(
  query: Readonly<Record<string, unknown>>,
  vendorNumber: string,
  now: number,
): { kind: ReportKind; day: DayNumber } {
  const filter = (name: string): string => {
    const value = query[`filter[${name}]`];
    return typeof value === 'string' ? value : '';
  };
  const kind = KINDS.find((candidate) => candidate.name === filter('reportType'));
  if (kind === undefined) throw invalidParameter(`'${filter('reportType')}' is not a valid report type.`);
  if (filter('reportSubType') !== kind.subType)
    throw invalidParameter(`'${filter('reportSubType')}' is not a valid sub type of ${kind.name}.`);
  if (filter('frequency') !== 'DAILY') throw invalidParameter(`'${filter('frequency')}' is not a valid frequency.`);
  if (filter('version') !== kind.version)
    throw invalidParameter(
      `The version parameter you have specified is invalid. The latest version for this report is ${kind.version}.`,
    );
  if (filter('vendorNumber') !== vendorNumber) throw invalidParameter('Invalid vendor number specified.');
  return { kind, day: readDay(filter('reportDate'), now) };
}

function readDay(text: string, now: number): DayNumber {
  const newest = newestReportDay(now);
  const day = text === '' ? newest : parseDay(text);
  if (day === null) throw invalidParameter(`'${text}' is not a date of the form YYYY-MM-DD.`);
  if (day > newest) throw notYetAvailable();
  if (day < dayAt(STORE_ZONE, now) - KEPT_DAYS)
    throw notAvailable(`Daily reports are kept for ${KEPT_DAYS} days; that of ${formatDay(day)} is gone.`);
  return day;
}

export const notYetAvailable = () =>
  notAvailable(
    'Report is not available yet. Daily reports for the Americas are available by 5 am Pacific Time; ' +
      'Japan, Australia, and New Zealand by 5 am Japan Time; and 5 am Central European Time for all other territories.',
  );

export const noSales = () => notAvailable('There were no sales for the date specified.');
