import { unitsFromMicros } from '@tapwise/domain';
import type { ClickHouseClient } from '@tapwise/infra';
import { exchangeRates } from '../money/exchange-rates.ts';
import { latestFactors } from '../money/money-params.ts';
import { knownFits } from '../predictions/known-fits.ts';
import { readReportState } from '../reports/report-state.queries.ts';
import { countryPeople } from './country-people.queries.ts';
import { createExchange } from './exchange.ts';
import { groupBy, readStoreState, type StoreAnswer, sumKnown } from './product-prices.ts';
import type { ProductsQuestion } from './product-terms.ts';
import { countrySales } from './store-sales.queries.ts';

/** What users of one country brought, by the store's reports, and are expected to bring. `null` is not known. */
export interface CountryValue {
  country: string;
  installs: number;
  currentIncome: number | null;
  predictedIncome: number | null;
  installToTrial: number | null;
  ltv: number | null;
}

const dayMs = 86_400_000;

/** The store's names of devices, and what SDKs call them. */
const deviceClasses: Readonly<Record<string, string>> = {
  ...{ iPhone: 'iphone', iPad: 'ipad', Desktop: 'mac', 'Apple TV': 'tv' },
  ...{ 'Apple Vision': 'vision', 'Apple Watch': 'watch', 'iPod touch': 'ipod' },
};

/** @param question.device As the store calls it; absent for all devices. @throws the engine's error. */
export async function countryValues(
  client: ClickHouseClient,
  question: ProductsQuestion & { device?: string },
  signal?: AbortSignal,
): Promise<StoreAnswer<CountryValue>> {
  const { applicationId, currency, now, device = '', smallBusiness } = question;
  const { ratesPosition, fitsPosition } = await readReportState(client, [applicationId], [], signal);
  const [rates, fits] = await Promise.all([
    exchangeRates(client, ratesPosition, signal),
    knownFits(client, { applicationId, now, position: fitsPosition }, signal),
  ]);
  const latest = latestFactors(rates, currency, Math.floor(now.getTime() / dayMs));
  const exchange = createExchange(rates, currency, now);
  const asked = { application_id: applicationId };
  const [sales, people, state] = await Promise.all([
    countrySales(client, { ...asked, device }, signal),
    countryPeople(
      client,
      {
        ...{ ...asked, now_ms: now.getTime(), small_business: smallBusiness },
        device_class: deviceClasses[device] ?? '',
        fits_ms: fits.map((fit) => fit.asOfMs),
        ...{ latest_currencies: latest.names, latest_factors: latest.factors },
      },
      signal,
    ),
    readStoreState(client, applicationId, signal),
  ]);
  const peopleOf = new Map(people.map((row) => [row.country, row]));
  const rows = [...groupBy(sales, (sale) => sale.country)].map(([country, ofCountry]): CountryValue => {
    const installs = ofCountry.reduce((sum, sale) => sum + sale.installs, 0);
    const currentIncome = sumKnown(ofCountry.map((sale) => exchange.on(sale.day, sale.proceeds, sale.currency)));
    const { trials, remaining } = peopleOf.get(country) ?? { trials: 0, remaining: 0 };
    const predictedIncome = currentIncome === null ? null : currentIncome + unitsFromMicros(remaining);
    return {
      ...{ country, installs, currentIncome, predictedIncome },
      installToTrial: installs === 0 ? null : trials / installs,
      ltv: installs === 0 || predictedIncome === null ? null : predictedIncome / installs,
    };
  });
  rows.sort((a, b) => (b.currentIncome ?? 0) - (a.currentIncome ?? 0) || b.installs - a.installs);
  return { rows, ...state };
}
