import { currencySymbol, formatPercent } from '../../../../shared/format/numbers.ts';
import { valueView } from '../../../../shared/report/index.ts';
import type { CellView, GridColumn } from '../../../../shared/tables/grid/index.ts';
import { pageMessages as words } from '../messages.ts';
import { type Comparison, differenceOf, isClear, type Ratio, ratioOf } from './page-comparison.ts';

type Column = GridColumn<Comparison>;
const ratios: readonly Ratio[] = ['ir', 'ttr', 'cr', 'cpt'];
const sides = ['default', 'cpp'] as const;
const base = { startsGroup: false, grow: 1, align: 'end' } as const;

/** The value of a column for an ad group, or for all of them; `null` where it is none or not defined. */
export function figureOf(column: string, row: Comparison): number | null {
  const [ratio = '', part = ''] = column.split(' ');
  const side = sides.find((name) => name === part);
  if (ratio === 'impressions') return side === undefined ? null : row[side].impressions;
  const matchingRatio = ratios.find((name) => name === ratio);
  if (matchingRatio === undefined) return null;
  return side === undefined ? (differenceOf(row, matchingRatio)?.value ?? null) : ratioOf(row[side], matchingRatio);
}

export const unitOf = (column: string) =>
  column.startsWith('impressions') ? 'count' : column.startsWith('cpt') ? 'money_per_unit' : 'percent';

/** What a cell says. */
export function cellOf(column: string, row: Comparison): CellView {
  const [ratio = '', part] = column.split(' ');
  if (column === 'verdict') return verdictView(row);
  if (part === 'difference') return differenceView(row, ratio as Ratio);
  return valueView({ name: 'figure' as never, unit: unitOf(column) }, figureOf(column, row));
}

function verdictView({ verdict }: Comparison): CellView {
  const text = words.verdicts[verdict];
  return verdict === 'better'
    ? { text, tone: 'gain' }
    : verdict === 'worse'
      ? { text, tone: 'loss' }
      : { text, tone: 'muted' };
}

/** Coloured only where it is larger than chance explains; what costs more is no gain. */
function differenceView(row: Comparison, ratio: Ratio): CellView {
  const difference = differenceOf(row, ratio);
  if (difference === null) return { text: '–', tone: 'unknown' };
  const { value, range } = difference;
  const signed = (share: number) => (share > 0 ? '+' : '') + formatPercent(share);
  if (range === null) {
    const { text } = valueView({ name: 'figure' as never, unit: 'money_per_unit' }, value);
    return { text: value > 0 ? `+${text}` : text };
  }
  const text = `${signed(value)} (${signed(range.low)} to ${signed(range.high)})`;
  if (!isClear(difference)) return { text, tone: 'muted' };
  return { text, tone: value > 0 ? 'gain' : 'loss' };
}

/** Columns of the report: for each figure the default page, the page, and how they differ. */
export function reportColumns(currency: string, narrow: boolean): Column[] {
  const name: Column = {
    ...base,
    key: 'name',
    label: words.columns.name,
    unit: null,
    group: 'object',
    align: 'start',
    width: narrow ? 132 : 180,
    grow: 3,
    cell: (row) => ({ text: row.name, link: false }),
  };
  const verdict: Column = {
    ...base,
    key: 'verdict',
    label: words.verdict,
    unit: null,
    group: 'object',
    align: 'start',
    width: 150,
    cell: (row) => cellOf('verdict', row),
  };
  const impressions = sides.map((side, index) =>
    column(`impressions ${side}`, {
      label: words.sides[side],
      unit: null,
      group: 'impressions',
      startsGroup: index === 0,
      width: 82,
    }),
  );
  const others = ratios.flatMap((ratio) => {
    const unit = ratio === 'cpt' ? currencySymbol(currency) : '%';
    return [
      ...sides.map((side, index) =>
        column(`${ratio} ${side}`, {
          label: words.sides[side],
          unit,
          group: ratio,
          startsGroup: index === 0,
          width: 82,
        }),
      ),
      column(`${ratio} difference`, {
        label: words.sides.difference,
        unit: ratio === 'cpt' ? unit : 'pp',
        group: ratio,
        startsGroup: false,
        width: ratio === 'cpt' ? 100 : 174,
      }),
    ];
  });
  return [name, verdict, ...impressions, ...others];
}

type Heading = Pick<Column, 'label' | 'unit' | 'group' | 'startsGroup' | 'width'>;

const column = (key: string, heading: Heading): Column => ({
  ...base,
  ...heading,
  key,
  cell: (row) => cellOf(key, row),
});

/** The figures as groups over their columns. */
export const reportGroups = (['impressions', ...ratios] as const).map((key) => ({
  key,
  label: words.groups[key],
  age: null,
}));
