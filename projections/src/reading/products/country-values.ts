import { type ClickHouseClient, storeZone } from '@tapwise/adapters';
import { addDays, coversTrials, dayInZone, unitsFromMicros } from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import { valueGroups } from '../reports/values/value-groups.ts';
import { fromWholeTables } from '../whole-tables.ts';
import { countryPeople } from './country-people.queries.ts';
import { createExchange } from './exchange.ts';
import { groupBy, readStoreState, type StoreResult, sumOrNull } from './product-prices.ts';
import type { ProductsQuestion } from './product-terms.ts';
import { countrySales, storeReportsReach } from './store-sales.queries.ts';

/** What users of one country brought, by the store's reports, and are expected to bring. `null` is not known. */
export interface CountryValue {
  country: string;
  installs: number;
  currentIncome: number | null;
  predictedIncome: number | null;
  /** `null` too while the store's reports do not reach back as far as trials do: installs of earlier days are missing. */
  installToTrial: number | null;
  ltv: number | null;
}

/** The store's names of devices, and what SDKs call them. */
const deviceClasses: Readonly<Record<string, string>> = {
  iPhone: 'iphone',
  iPad: 'ipad',
  Desktop: 'mac',
  'Apple TV': 'tv',
  'Apple Vision': 'vision',
  'Apple Watch': 'watch',
  'iPod touch': 'ipod',
};

/** @param question.device As the store calls it; absent for all devices. @throws the engine's error. */
export const countryValues = fromWholeTables(readCountryValues);

async function readCountryValues(
  client: ClickHouseClient,
  question: ProductsQuestion & { device?: string },
  signal?: AbortSignal,
): Promise<StoreResult<CountryValue>> {
  const { applicationId, currency, now, device = '', smallBusiness } = question;
  const reportState = await readReportState(client, [applicationId], [], signal);
  const rates = await exchangeRates(client, reportState.ratesPosition, signal);
  const exchange = createExchange(rates, currency, now);
  const params = { application_id: applicationId };
  const [sales, people, state, [reach]] = await Promise.all([
    countrySales(client, { ...params, device }, signal),
    valueGroups(
      client,
      countryPeople(client, { ...params, now_ms: now.getTime(), device_class: deviceClasses[device] ?? '' }, signal),
      { applicationId, currency, smallBusiness, now, nowMs: now.getTime(), rates, state: reportState },
    ),
    readStoreState(client, applicationId, signal),
    storeReportsReach(client, { ...params, zone: storeZone }, signal),
  ]);
  const reports_from = reach?.reports_from ?? null;
  const yesterday = addDays(dayInZone(now.getTime(), storeZone), -1);
  const isCovered = coversTrials(reports_from, reach?.subscriptions_from ?? null, yesterday);
  const peopleOf = groupBy(people, (group) => group.object);
  const rows = [...groupBy(sales, (sale) => sale.country)].map(([country, ofCountry]): CountryValue => {
    const installs = ofCountry.reduce((sum, sale) => sum + sale.installs, 0);
    const currentIncome = sumOrNull(ofCountry.map((sale) => exchange.on(sale.day, sale.proceeds, sale.currency)));
    const groups = peopleOf.get(country) ?? [];
    const trials = groups.reduce((sum, group) => sum + group.trials, 0);
    const remaining = groups.reduce((sum, group) => sum + group.remaining, 0);
    const predictedIncome = currentIncome === null ? null : currentIncome + unitsFromMicros(remaining);
    return {
      country,
      installs,
      currentIncome,
      predictedIncome,
      installToTrial: installs === 0 || !isCovered ? null : trials / installs,
      ltv: installs === 0 || !isCovered || predictedIncome === null ? null : predictedIncome / installs,
    };
  });
  rows.sort((a, b) => (b.currentIncome ?? 0) - (a.currentIncome ?? 0) || b.installs - a.installs);
  return { rows, ...state, gaps: { ...state.gaps, rates_wait_since: isCovered ? null : reports_from } };
}
