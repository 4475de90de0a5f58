import { decimalsOf, isoCurrency } from '../../../shared/money/currency.ts';
import type { SheetCurrency, SheetKind } from '../../../shared/sheet-cells.ts';
import type { Metric, MetricUnit } from '../../metrics/metric.ts';
import { type MetricName, metricOf, metricsOf } from '../../metrics/metric-catalogue.ts';
import { withheldColumns } from '../../metrics/withheld-columns.ts';
import { columnLabel, type ReportDefinition, reportLevels } from '../definition/report-definition.ts';
import type { ReportVariant } from '../send/report-send.state.ts';

/** A column of a report that is sent. */
export interface ReportColumn {
  readonly name: MetricName;
  readonly header: string;
  readonly unit: MetricUnit;
  readonly kind: SheetKind;
  readonly currency?: SheetCurrency;
  /** Whether the cell of the totals is the exact sum of the rows. */
  readonly summed: boolean;
}

/** Currencies of the application and of the organization's settings. */
export interface ReportCurrencies {
  readonly money: string;
  readonly settings: string;
}

/** Columns of the view by name, and those that are left out for the variant. The name of the row is always the first. */
export function columnsOfView(
  view: ReportDefinition['view'],
  variant: ReportVariant,
): { readonly columns: MetricName[]; readonly cut: MetricName[] } {
  const level = reportLevels[view.call];
  const ofTab = metricsOf(level, view.tab ?? 'full_report').filter(
    ({ name, mode }) => name !== 'settings_currency' && (view.predictions || mode !== 'predicted'),
  );
  const names =
    view.columns === undefined ? ofTab.map(({ name }) => name) : view.columns.map((name) => metricOf(name).name);
  const all = [...new Set<MetricName>(['name', ...names])];
  const isCut = (name: MetricName): boolean => variant === 'restricted' && withheldColumns.has(name);
  return { columns: all.filter((name) => !isCut(name)), cut: all.filter(isCut) };
}

/** The order of a view without columns that a variant may not see, whether the view has them or not: it would say something of them. */
export const sortOfView = ({ sort }: Pick<ReportDefinition['view'], 'sort'>, variant: ReportVariant): string =>
  sort
    .split(',')
    .filter((key) => variant === 'full' || !withheldColumns.has(key.replace(/^-/, '')))
    .join(',');

/** Whether there is anything to send besides what the rows are. */
export const hasFigures = (columns: readonly MetricName[]): boolean =>
  columns.some((name) => metricOf(name).group !== 'object');

export function reportColumn(name: MetricName, currencies: ReportCurrencies): ReportColumn {
  const metric = metricOf(name);
  const { unit } = metric;
  const code = unit === 'settings_money' ? currencies.settings : currencies.money;
  const kind = kinds[unit];
  const common = { name, header: columnLabel(name), unit, kind, summed: isSummed(metric) };
  return kind === 'money' ? { ...common, currency: sheetCurrency(code) } : common;
}

const kinds: Readonly<Record<MetricUnit, SheetKind>> = {
  count: 'count',
  percent: 'percent',
  rank: 'decimal',
  money: 'money',
  money_per_unit: 'money',
  settings_money: 'money',
  text: 'text',
  flag: 'text',
  instant: 'text',
};

/** Expected income has more digits than millionths, so its rows do not add up exactly. */
const isSummed = ({ from }: Metric<MetricName>): boolean =>
  from.kind === 'base' && from.quantity !== 'predicted_income';

/** The sign of a currency as people write it; its code where it has none. */
export function sheetCurrency(code: string): SheetCurrency {
  const iso = isoCurrency(code);
  if (!/^[A-Z]{3}$/.test(iso)) return { sign: '' };
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: iso,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: decimalsOf(iso),
  }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? iso;
  return { sign: sign.length > 1 ? `${sign} ` : sign, code: iso };
}
