import {
  type ExplanationResponse,
  explanationPath,
  explanationQuerySchema,
  explanationResponseSchema,
  type ReportCall,
  reportCalls,
} from '@tapwise/contract';
import { type BaseQuantity, DomainError, isMetricName, type Metric, metricOf, withheldColumns } from '@tapwise/domain';
import {
  exactSharesSince,
  explainRow,
  type ReportCells,
  type RowExplanation,
  rowGrain,
} from '@tapwise/projections/queries';
import { isRestricted } from '../../access/restricted-view.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readReportParameters } from '../report-parameters.ts';
import { checkParents, ownReportScope } from '../report-scope.ts';
import { fittedAt } from './products.query.ts';
import { readReportOffThread } from './read-report.ts';

const counted = [
  'impressions',
  'taps',
  'installs',
  'first_launches',
  'trials',
  'conversions',
  'refunded_conversions',
] satisfies readonly BaseQuantity[];

/** `GET /api/asa/explanation`: where one number of a report comes from. */
export function explanationRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    explanationPath,
    {
      schema: { querystring: explanationQuerySchema, response: { 200: explanationResponseSchema } },
      config: { right: 'read_reports', past: true },
    },
    async (request, reply) => {
      const { call: name, row: rowId, column, ...raw } = request.query;
      const session = sessionOf(request);
      const call = readCall(name);
      const parameters = readReportParameters(call, raw, isRestricted(session));
      const metric = readColumn(column, parameters.restricted);
      if (rowId === undefined || !/^(totals|-?\d{1,16}|[A-Z]{2})$/.test(rowId)) {
        throw new DomainError('invalid_request', {
          message: 'The parameter row is not one.',
          details: { field: 'row' },
        });
      }
      // Its parts would be those of all objects.
      if (rowId === 'totals' && parameters.labels !== undefined) {
        throw new DomainError('unsupported', { details: { field: 'labels' } });
      }
      const scope = ownReportScope(deps, session, parameters);
      await checkParents(deps, scope, parameters);
      // The very answer the page shows, so that both say the same.
      const { response, position } = await readReportOffThread(
        deps,
        scope,
        { ...parameters, restricted: false, window: undefined },
        request.signal,
      );
      const cells = rowId === 'totals' ? response.totals : response.rows.find((row) => String(row.id) === rowId);
      if (cells === undefined) throw new DomainError('not_found', { message: 'This row was not found.' });
      const { from, to, countries, claimType, status, campaignId, adGroupId, campaignIds } = parameters;
      const filters = { from, to, countries, claimType, status, campaignId, adGroupId, campaignIds };
      const grain = rowGrain(call, rowId === 'totals' ? null : rowId);
      const explained = await explainRow(deps.tables, { scope, ...filters, ...grain, now: deps.now() }, request.signal);
      const isShare = metric.group === 'impression_share' && metric.unit === 'percent';
      const exact_since = isShare ? await exactSharesSince(deps.tables, scope, request.signal) : null;
      holdsUpTo(reply, position);
      return {
        status: 'ok' as const,
        column: metric.name,
        value: numberOf(cells, metric.name),
        terms: termsOf(metric, cells),
        counted: counted
          .filter((quantity) => !(parameters.restricted && withheldColumns.has(quantity)))
          .map((quantity) => ({ quantity, value: numberOf(cells, quantity) })),
        ...incomeOf(metric, cells, explained),
        exact_since,
        currency: scope.currency,
        as_of: response.as_of,
      };
    },
  );
}

function incomeOf(
  metric: Metric,
  cells: object,
  explained: RowExplanation,
): Omit<
  ExplanationResponse,
  'status' | 'column' | 'value' | 'terms' | 'counted' | 'exact_since' | 'currency' | 'as_of'
> {
  const isMoney = metric.mode !== undefined;
  const { vat, fees, rates } = explained;
  return {
    parts: isMoney ? explained.parts.filter((part) => part.count > 0 || part.received !== 0) : [],
    estimated: isMoney ? explained.estimated : null,
    cut: metric.mode === 'predicted' ? explained.cut : null,
    band: metric.mode === 'predicted' ? bandIn(metric, cells, explained.band) : null,
    models:
      metric.mode === 'predicted'
        ? explained.models.map((model) => ({
            product_id: model.product_id,
            fitted_at: fittedAt(model.as_of),
            trials: model.curves[0]?.trials ?? 0,
            confidence: model.curves[0]?.grade ?? 'low',
            constant_tail: model.constant_tail,
          }))
        : [],
    ...(isMoney ? { vat, fees, rates } : { vat: [], fees: [], rates: [] }),
  };
}

/** The band of the income, in the column's own unit. */
function bandIn(metric: Metric, cells: object, { low, high }: RowExplanation['band']): ExplanationResponse['band'] {
  const { from } = metric;
  if (from.kind === 'base') return { low, high };
  if (from.kind === 'difference') {
    const subtracted = numberOf(cells, from.subtrahend);
    return subtracted === null ? null : { low: low - subtracted, high: high - subtracted };
  }
  const divided = from.kind === 'ratio' ? numberOf(cells, from.denominator) : null;
  return divided === null || divided === 0 ? null : { low: low / divided, high: high / divided };
}

function termsOf({ name, from }: Metric, cells: object): ExplanationResponse['terms'] {
  const named = (quantity: BaseQuantity) => ({ quantity, value: numberOf(cells, quantity) });
  switch (from.kind) {
    case 'base':
      return [named(from.quantity)];
    case 'ratio': {
      const numerator = named(from.numerator);
      const denominator = named(from.denominator);
      const value = numberOf(cells, name);
      // Some numerators are no column of their own; they follow from the ratio.
      const derived = value === null || denominator.value === null ? null : (value * denominator.value) / from.scale;
      return [{ ...numerator, value: numerator.value ?? derived }, denominator];
    }
    case 'difference':
      return [named(from.minuend), named(from.subtrahend)];
    case 'setting':
      return [];
  }
}

function numberOf(cells: ReportCells | object, column: string): number | null {
  const value = (cells as Record<string, unknown>)[column];
  return typeof value === 'number' ? value : null;
}

function readCall(name: string | undefined): ReportCall {
  if (name !== undefined && Object.hasOwn(reportCalls, name)) return name as ReportCall;
  throw new DomainError('unknown_report', { details: { field: 'call' } });
}

function readColumn(name: string | undefined, restricted: boolean): Metric {
  const isReadable = name !== undefined && isMetricName(name) && !(restricted && withheldColumns.has(name));
  if (isReadable) return metricOf(name);
  throw new DomainError('invalid_request', { message: 'This column is not known.', details: { field: 'column' } });
}
