import {
  type CountriesLtvResponse,
  type CountryLtvData,
  countriesLtvPath,
  countriesLtvQuerySchema,
  countriesLtvResponseSchema,
  type IapPricesResponse,
  iapInfoPath,
  iapInfoQuerySchema,
  iapInfoResponseSchema,
  iapPricesPath,
  iapPricesQuerySchema,
  iapPricesResponseSchema,
  storeDevices,
} from '@tapwise/contract';
import {
  applicationsOfTeam,
  DomainError,
  describeStoreGaps,
  type OpenApplication,
  type StoreGaps,
} from '@tapwise/domain';
import {
  type CountryCurve,
  type CountryValue,
  countryValues,
  productCurves,
  productPrices,
  type SoldProduct,
  tablesPosition,
} from '@tapwise/projections/queries';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

const config = { right: 'read_reports', past: true } as const;

/** Age of the store's reports, and what of them is not counted. */
function storeStateResponse({ gaps, updatedAt }: { gaps: StoreGaps; updatedAt: string | null }) {
  const warning = describeStoreGaps(gaps);
  return { last_updated: updatedAt, set_aside: gaps.rows, ...(warning === undefined ? {} : { warning }) };
}

/** What apps sell: products with their prices, what models say of them, and countries. */
export function productRoutes(app: ApiServer, deps: ApiDependencies): void {
  const position = async (): Promise<bigint> => (await tablesPosition(deps.tables))?.position ?? 0n;
  const questionOf = (application: OpenApplication) => ({
    applicationId: application.application_id,
    currency: application.currency,
    smallBusiness: application.small_business,
    now: deps.now(),
  });

  app.get(
    iapPricesPath,
    { schema: { querystring: iapPricesQuerySchema, response: { 200: iapPricesResponseSchema } }, config },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const reached = await position();
      const { rows, ...state } = await productPrices(deps.tables, questionOf(application), request.signal);
      holdsUpTo(reply, reached);
      const shared = { currency: application.currency, ...storeStateResponse(state) };
      return { status: 'ok' as const, purchases: rows.map(soldProductResponse), ...shared };
    },
  );

  app.get(
    countriesLtvPath,
    { schema: { querystring: countriesLtvQuerySchema, response: { 200: countriesLtvResponseSchema } }, config },
    async (request, reply) => {
      const { query } = request;
      const application = ownApplication(deps, sessionOf(request), readId(query, 'application_id'));
      const question = { ...questionOf(application), ...readDevice(query.device) };
      const reached = await position();
      const { rows, ...state } = await countryValues(deps.tables, question, request.signal);
      holdsUpTo(reply, reached);
      const shared = { currency: application.currency, ...storeStateResponse(state) };
      return { status: 'ok' as const, countries: rows.map(countryResponse), ...shared };
    },
  );

  app.get(
    iapInfoPath,
    { schema: { querystring: iapInfoQuerySchema, response: { 200: iapInfoResponseSchema } }, config },
    async (request, reply) => {
      const { query } = request;
      const session = sessionOf(request);
      const application =
        query.application_id === undefined
          ? applicationsOfTeam(deps.directory.state, session.account.team_id)[0]
          : ownApplication(deps, session, readId(query, 'application_id'));
      if (application === undefined) throw new DomainError('not_found', { message: 'This application was not found.' });
      const productId = query.product_id === undefined || query.product_id === '' ? undefined : query.product_id;
      const reached = await position();
      const curves = await productCurves(deps.tables, { ...questionOf(application), productId }, request.signal);
      if (curves === undefined) throw new DomainError('not_found', { message: 'This product was not found.' });
      holdsUpTo(reply, reached);
      const { model, products, countries } = curves;
      return {
        status: 'ok' as const,
        product_id: curves.productId,
        products,
        currency: application.currency,
        period_days: model.period_days,
        horizon_months: model.horizon_months,
        fitted_at: fittedAt(model.as_of),
        low_confidence: model.constant_tail,
        countries: countries.map((curve) => curveResponse(curve, model.intro_hours)),
      };
    },
  );
}

/** Built-in models have the earliest instants: they were never fitted. */
export const fittedAt = (asOf: string): string | null => (Date.parse(asOf) <= 1000 ? null : asOf);

function readDevice(text: string | undefined): { device?: string } {
  if (text === undefined || text === '' || text === 'all') return {};
  const device = storeDevices.find((name) => name === text);
  if (device !== undefined) return { device };
  throw new DomainError('invalid_request', { message: 'This device is not known.', details: { field: 'device' } });
}

function soldProductResponse(product: SoldProduct): IapPricesResponse['purchases'][number] {
  return {
    product_id: product.productId,
    subscription: product.isSubscription,
    ...figuresResponse(product),
    countries: product.countries.map((figures) => ({ country: figures.country, ...figuresResponse(figures) })),
  };
}

function figuresResponse({
  purchases,
  price,
  totalAmount,
  trialConversion,
  cltv,
}: Omit<SoldProduct, 'countries'> | SoldProduct['countries'][number]) {
  return { purchases, price, total_amount: totalAmount, trial_conversion: trialConversion, cltv };
}

function countryResponse(value: CountryValue): CountriesLtvResponse['countries'][number] {
  return {
    country: value.country,
    installs: value.installs,
    ltv: value.ltv,
    current_income: value.currentIncome,
    predicted_income: value.predictedIncome,
    install_to_trial: value.installToTrial,
  };
}

function curveResponse(curve: CountryCurve, introHours: number | null): CountryLtvData {
  return {
    ...(curve.country === '' ? {} : { country: curve.country }),
    conversionProbability: curve.conversion,
    conversionLow: curve.conversionLow,
    conversionHigh: curve.conversionHigh,
    trialsAtHour: curve.trialsAtHour,
    ltvForCharge: curve.ltv,
    ltvLow: curve.ltvLow,
    ltvHigh: curve.ltvHigh,
    subscriptionsForCharge: curve.subscriptionsForCharge,
    paidForCharge: curve.paid,
    observedCharges: curve.observedCharges,
    totalAmount: curve.received,
    introDuration: durationText(introHours),
    confidence: curve.confidence,
  };
}

/** A number and h, d or w. */
function durationText(hours: number | null): string | null {
  if (hours === null) return null;
  if (hours % 168 === 0) return `${hours / 168}w`;
  return hours % 24 === 0 ? `${hours / 24}d` : `${Math.round(hours)}h`;
}
