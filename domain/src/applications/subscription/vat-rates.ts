/** A rate of VAT, GST or another tax that is inside the store's listed prices. Days are UTC. */
export interface VatRate {
  /** First day. */
  readonly from: string;
  /** Last day; `null` for a rate in force. */
  readonly to: string | null;
  readonly percent: number;
  /** Where the rate and its days were looked up. */
  readonly source: string;
}

const europeanUnion = 'European Commission, Taxes in Europe Database: https://ec.europa.eu/taxation_customs/tedb/';
const europeanChanges2024 =
  'https://trade.ec.europa.eu/access-to-markets/en/news/changes-vat-rates-certain-eu-member-states-applicable-1-january-2024';
const europeanChanges2025 = 'https://newcraft.dev/vat-rates-eu-countries';
const ireland = 'https://vatupdate.com/2021/02/06/global-vat-rate-changes-as-of-jan-1-2021-2';
const worldSummaries =
  'PwC, Worldwide Tax Summaries: https://taxsummaries.pwc.com/quick-charts/value-added-tax-vat-rates';
const beforeTax = 'Apple lists prices before tax: https://developer.apple.com/help/app-store-connect/';
const gulf = 'https://vatcalc.com/saudi-arabia/saudi-arabia-raises-vat-to-15-1-july-2020';
const india = 'https://www.taxamo.com/blog/india-digital-service-tax/';
const indonesia = 'https://www.vatcalc.com/indonesia/indonesia-vat-rises-to-11-1st-april-2022-12-by-2025/';
const japan =
  'https://globaltaxnews.ey.com/news/2019-6470-japan-overview-of-consumption-tax-hike-and-related-tax-reforms';
const luxembourg = 'https://www.vatupdate.com/2024/01/09/luxembourg-confirms-end-of-temporary-vat-rate-reduction/';
const malaysia = 'https://vatcalc.com/malaysia/malaysia-digital-services-tax';
const malaysia2024 = 'https://regfollower.com/malaysia-issues-guidelines-for-service-tax-changes';
const singapore = 'https://www.ey.com/en_sg/singapore-tax-alerts/gst-rate-change';
const southAfrica = 'https://taxnews.ey.com/news/2018-0427';
const switzerland2018 = 'https://www.accordancevat.com/switzerland-vat-rates-decrease-january-2018/';
const switzerland2024 = 'https://vatupdate.com/?p=264017';
const turkey = 'https://www.vatcalc.com/turkey/turkey-raises-vat-2-to-20-july-2023/';
const colombia = 'http://www.phrlegal.com/detail-bulletin/?id=7808&idpage=2554';

/** Sales of earlier days are taxed by the oldest rate in the table, and counted as sales whose tax is unknown. */
const tableBegins = '2016-01-01';

const unchanged = (percent: number, source: string): VatRate[] => [{ from: tableBegins, to: null, percent, source }];

/** Rates by storefront since 2016, oldest first and without gaps. A rate that ended stays here: what it taxed does not change. */
export const vatRatesByStorefront: Readonly<Record<string, readonly VatRate[]>> = {
  AE: [
    { from: tableBegins, to: '2017-12-31', percent: 0, source: gulf },
    { from: '2018-01-01', to: null, percent: 5, source: gulf },
  ],
  AT: unchanged(20, europeanUnion),
  AU: unchanged(10, worldSummaries),
  BE: unchanged(21, europeanUnion),
  BG: unchanged(20, europeanUnion),
  BR: unchanged(0, beforeTax),
  CA: unchanged(0, beforeTax),
  CH: [
    { from: tableBegins, to: '2017-12-31', percent: 8, source: switzerland2018 },
    { from: '2018-01-01', to: '2023-12-31', percent: 7.7, source: switzerland2018 },
    { from: '2024-01-01', to: null, percent: 8.1, source: switzerland2024 },
  ],
  CL: unchanged(19, worldSummaries),
  CN: unchanged(6, worldSummaries),
  CO: [
    { from: tableBegins, to: '2016-12-31', percent: 16, source: colombia },
    { from: '2017-01-01', to: null, percent: 19, source: colombia },
  ],
  CY: unchanged(19, europeanUnion),
  CZ: unchanged(21, europeanUnion),
  DE: [
    { from: tableBegins, to: '2020-06-30', percent: 19, source: europeanUnion },
    { from: '2020-07-01', to: '2020-12-31', percent: 16, source: europeanUnion },
    { from: '2021-01-01', to: null, percent: 19, source: europeanUnion },
  ],
  DK: unchanged(25, europeanUnion),
  EE: [
    { from: tableBegins, to: '2023-12-31', percent: 20, source: europeanChanges2024 },
    { from: '2024-01-01', to: '2025-06-30', percent: 22, source: europeanChanges2024 },
    { from: '2025-07-01', to: null, percent: 24, source: europeanChanges2025 },
  ],
  ES: unchanged(21, europeanUnion),
  FI: [
    { from: tableBegins, to: '2024-08-31', percent: 24, source: europeanChanges2025 },
    { from: '2024-09-01', to: null, percent: 25.5, source: europeanChanges2025 },
  ],
  FR: unchanged(20, europeanUnion),
  GB: unchanged(20, worldSummaries),
  GR: [
    { from: tableBegins, to: '2016-05-31', percent: 23, source: europeanUnion },
    { from: '2016-06-01', to: null, percent: 24, source: europeanUnion },
  ],
  HR: unchanged(25, europeanUnion),
  HU: unchanged(27, europeanUnion),
  // Of the 12 percent since 2025, services pay eleven twelfths.
  ID: [
    { from: tableBegins, to: '2022-03-31', percent: 10, source: indonesia },
    { from: '2022-04-01', to: null, percent: 11, source: indonesia },
  ],
  IE: [
    { from: tableBegins, to: '2020-08-31', percent: 23, source: ireland },
    { from: '2020-09-01', to: '2021-02-28', percent: 21, source: ireland },
    { from: '2021-03-01', to: null, percent: 23, source: ireland },
  ],
  // Services from abroad were not taxed before; then by the service tax, until GST replaced it.
  IN: [
    { from: tableBegins, to: '2016-11-30', percent: 0, source: india },
    { from: '2016-12-01', to: '2017-06-30', percent: 15, source: india },
    { from: '2017-07-01', to: null, percent: 18, source: worldSummaries },
  ],
  IT: unchanged(22, europeanUnion),
  JP: [
    { from: tableBegins, to: '2019-09-30', percent: 8, source: japan },
    { from: '2019-10-01', to: null, percent: 10, source: japan },
  ],
  KR: unchanged(10, worldSummaries),
  LT: unchanged(21, europeanUnion),
  LU: [
    { from: tableBegins, to: '2022-12-31', percent: 17, source: luxembourg },
    { from: '2023-01-01', to: '2023-12-31', percent: 16, source: luxembourg },
    { from: '2024-01-01', to: null, percent: 17, source: luxembourg },
  ],
  LV: unchanged(21, europeanUnion),
  MT: unchanged(18, europeanUnion),
  MX: unchanged(16, worldSummaries),
  // The service tax on what is sold from abroad.
  MY: [
    { from: tableBegins, to: '2019-12-31', percent: 0, source: malaysia },
    { from: '2020-01-01', to: '2024-02-29', percent: 6, source: malaysia },
    { from: '2024-03-01', to: null, percent: 8, source: malaysia2024 },
  ],
  NL: unchanged(21, europeanUnion),
  NO: unchanged(25, worldSummaries),
  NZ: unchanged(15, worldSummaries),
  PL: unchanged(23, europeanUnion),
  PT: unchanged(23, europeanUnion),
  RO: [
    { from: tableBegins, to: '2016-12-31', percent: 20, source: europeanUnion },
    { from: '2017-01-01', to: '2025-07-31', percent: 19, source: europeanUnion },
    { from: '2025-08-01', to: null, percent: 21, source: europeanChanges2025 },
  ],
  SA: [
    { from: tableBegins, to: '2017-12-31', percent: 0, source: gulf },
    { from: '2018-01-01', to: '2020-06-30', percent: 5, source: gulf },
    { from: '2020-07-01', to: null, percent: 15, source: gulf },
  ],
  SE: unchanged(25, europeanUnion),
  SG: [
    { from: tableBegins, to: '2022-12-31', percent: 7, source: singapore },
    { from: '2023-01-01', to: '2023-12-31', percent: 8, source: singapore },
    { from: '2024-01-01', to: null, percent: 9, source: singapore },
  ],
  SI: unchanged(22, europeanUnion),
  SK: [
    { from: tableBegins, to: '2024-12-31', percent: 20, source: europeanChanges2025 },
    { from: '2025-01-01', to: null, percent: 23, source: europeanChanges2025 },
  ],
  TH: unchanged(7, worldSummaries),
  TR: [
    { from: tableBegins, to: '2023-07-09', percent: 18, source: turkey },
    { from: '2023-07-10', to: null, percent: 20, source: turkey },
  ],
  TW: unchanged(5, worldSummaries),
  UA: unchanged(20, worldSummaries),
  US: unchanged(0, beforeTax),
  ZA: [
    { from: tableBegins, to: '2018-03-31', percent: 14, source: southAfrica },
    { from: '2018-04-01', to: null, percent: 15, source: southAfrica },
  ],
};

/**
 * The tax inside a price that was listed on a day, as a fraction.
 * @param day an ISO day or instant, in UTC
 * @returns `known` is false for a storefront or a day without an entry. Such a storefront counts as untaxed, a day before the table
 * by the oldest rate.
 */
export function vatRate(storefront: string | null, day: string): { rate: number; isKnown: boolean } {
  const rates =
    storefront !== null && Object.hasOwn(vatRatesByStorefront, storefront) ? vatRatesByStorefront[storefront] : [];
  const date = day.slice(0, 10);
  const applied = rates?.find(({ from, to }) => from <= date && (to === null || date <= to));
  const { percent } = applied ?? rates?.[0] ?? { percent: 0 };
  return { rate: percent / 100, isKnown: applied !== undefined };
}
