import type { ComponentType } from 'react';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { valueView } from '../../../../shared/report/index.ts';
import type { CellView, GridColumn } from '../../../../shared/tables/grid/index.ts';
import { termMessages as words } from '../messages.ts';
import type { FilterKind } from './decisions.ts';
import type { TermTotals } from './term-order.ts';
import type { TermRow } from './term-store.ts';

interface Figure {
  name: keyof TermTotals;
  unit: 'count' | 'money' | 'percent';
}

/** The figures of a term, in the order they are shown. */
export const termFigures: readonly Figure[] = [
  { name: 'impressions', unit: 'count' },
  { name: 'taps', unit: 'count' },
  { name: 'installs', unit: 'count' },
  { name: 'spend', unit: 'money' },
  { name: 'ttr', unit: 'percent' },
  { name: 'cr', unit: 'percent' },
];

interface Contents {
  choice: ComponentType<{ view: CellView }>;
  note: ComponentType<{ view: CellView }>;
  hide: ComponentType<{ view: CellView }>;
}

type Column = GridColumn<TermRow>;

const base = { unit: null, startsGroup: false, align: 'start', grow: 0 } as const;

/** @param narrow little room: the decision is beside the term */
export function termColumns(kind: FilterKind, currency: string, narrow: boolean, contents: Contents): Column[] {
  const text: Column = {
    ...base,
    key: 'text',
    label: words.columns.text,
    group: 'term',
    width: narrow ? 132 : 186,
    grow: 3,
    cell: (row) => ({ text: row.text, link: false }),
  };
  const adGroup: Column = {
    ...base,
    key: 'adGroup',
    label: words.columns.adGroup,
    group: 'term',
    width: 128,
    grow: 2,
    cell: ({ adGroupName }) => ({ text: adGroupName ?? '' }),
  };
  const keyword: Column = {
    ...base,
    key: 'keyword',
    label: words.columns.keyword,
    group: 'term',
    width: 128,
    grow: 2,
    cell: (row) => (row.keyword === null ? { text: row.source ?? '', tone: 'muted' } : { text: row.keyword }),
  };
  const choice: Column = {
    ...base,
    key: 'choice',
    label: words.columns.choice,
    group: 'choice',
    startsGroup: true,
    width: narrow ? 176 : 226,
    Content: contents.choice,
    cell: (row) => ({ text: row.text, state: `${row.chosen}${row.known ? ' known' : ''}` }),
  };
  const note: Column = {
    ...base,
    key: 'note',
    label: words.columns.note,
    group: 'choice',
    width: 145,
    grow: 4,
    Content: contents.note,
    cell: noteOf,
  };
  const hide: Column = {
    ...base,
    key: 'hide',
    label: words.columns.hide,
    group: 'choice',
    width: 56,
    Content: contents.hide,
    cell: (row) => ({ text: words.hideTerm(row.text), state: 'hide' }),
  };
  const figures = termFigures.map((figure, index) => figureColumn(figure, index, currency));
  const names = kind === 'skag' ? [adGroup] : [keyword];
  return narrow ? [text, choice, ...names, ...figures, note, hide] : [text, ...names, ...figures, choice, note, hide];
}

const widths: Readonly<Record<Figure['name'], number>> = {
  impressions: 94,
  taps: 52,
  installs: 68,
  spend: 72,
  ttr: 64,
  cr: 66,
};

function figureColumn({ name, unit }: Figure, index: number, currency: string): Column {
  return {
    key: name,
    label: words.columns[name],
    group: 'ads',
    startsGroup: index === 0,
    grow: 1,
    align: 'end',
    unit: unit === 'count' ? null : unit === 'percent' ? '%' : currencySymbol(currency),
    width: widths[name],
    cell: (row) => valueView({ name, unit }, row[name]),
  };
}

/** A refusal first: it says why the row is not sent. */
function noteOf({ refusal, note, known, chosen }: TermRow): CellView {
  if (refusal !== null) return { text: refusal, state: 'error' };
  return { text: note ?? '', state: note !== null && !known && chosen === 2 ? 'warning' : 'plain' };
}
