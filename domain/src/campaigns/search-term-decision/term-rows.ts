import { addNullable } from '../../shared/nullable-sum.ts';
import type { TermTotal } from '../ads-report/term-totals.events.ts';
import { textKey } from '../creation/planning/keyword-list.ts';

/** Figures of one search term of an ad group and keyword (0: Search Match). Spend in micros; `null`: could not be read. */
export interface TermFigures {
  readonly ad_group_id: number;
  readonly keyword_id: number;
  readonly text: string;
  readonly impressions: number | null;
  readonly taps: number | null;
  readonly tap_installs: number | null;
  readonly spend_micros: number | null;
}

/** A search term as it is shown: of one ad group, or of all. Sums leave out what could not be read; `null`: nothing of it could. */
export interface TermRow {
  /** Text key. */
  readonly text: string;
  /** The one with most impressions, and in it the keyword with most; `null`: Search Match. */
  readonly adGroupId: number;
  readonly keywordId: number | null;
  readonly impressions: number | null;
  readonly taps: number | null;
  readonly installs: number | null;
  readonly spendMicros: number | null;
  /** Some of its impressions could not be read: it had more, or as many. */
  readonly isPartial: boolean;
}

/** A row of a snapshot; spend in another currency than the organization's is not known in its own. */
export function termFiguresOf(row: TermTotal): TermFigures {
  const { ad_group_id, keyword_id, text, currency } = row;
  const unread = new Set(row.unread);
  const read = (name: 'impressions' | 'taps' | 'tap_installs' | 'spend_micros'): number | null =>
    unread.has(name) ? null : row[name];
  return {
    ad_group_id,
    keyword_id,
    text,
    impressions: read('impressions'),
    taps: read('taps'),
    tap_installs: read('tap_installs'),
    spend_micros: currency === undefined ? read('spend_micros') : null,
  };
}

/** `skag`: one row for a term and ad group; `discovery`: one row for a term. */
export type TermView = 'skag' | 'discovery';

interface Gathered {
  readonly text: string;
  readonly sums: Record<'impressions' | 'taps' | 'installs' | 'spendMicros', number | null>;
  isPartial: boolean;
  readonly adGroups: Map<number, { impressions: number; keywords: Map<number, number> }>;
}

/** Adds figures up to rows. Terms are the same when their text keys are; what has no text is left out. */
export function gatherTerms(figures: Iterable<TermFigures>, view: TermView): TermRow[] {
  const rows = new Map<string, Gathered>();
  for (const figure of figures) {
    const text = textKey(figure.text);
    if (text === '') continue;
    const rowKey = view === 'skag' ? `${figure.ad_group_id} ${text}` : text;
    const row = rows.get(rowKey) ?? emptyRow(text);
    rows.set(rowKey, row);
    add(row, figure);
  }
  return [...rows.values()].map(rowOf);
}

const emptyRow = (text: string): Gathered => ({
  text,
  sums: { impressions: null, taps: null, installs: null, spendMicros: null },
  isPartial: false,
  adGroups: new Map(),
});

function add(row: Gathered, figures: TermFigures): void {
  const { sums, adGroups } = row;
  row.isPartial ||= figures.impressions === null;
  sums.impressions = addNullable(sums.impressions, figures.impressions);
  sums.taps = addNullable(sums.taps, figures.taps);
  sums.installs = addNullable(sums.installs, figures.tap_installs);
  sums.spendMicros = addNullable(sums.spendMicros, figures.spend_micros);
  const impressions = figures.impressions ?? 0;
  const adGroup = adGroups.get(figures.ad_group_id) ?? { impressions: 0, keywords: new Map<number, number>() };
  adGroups.set(figures.ad_group_id, adGroup);
  adGroup.impressions += impressions;
  const { keywords } = adGroup;
  keywords.set(figures.keyword_id, (keywords.get(figures.keyword_id) ?? 0) + impressions);
}

function rowOf({ text, sums, isPartial, adGroups }: Gathered): TermRow {
  const adGroupId = largest([...adGroups].map(([id, { impressions }]) => [id, impressions]));
  const keywordId = largest([...(adGroups.get(adGroupId)?.keywords ?? [])]);
  return { text, adGroupId, keywordId: keywordId === 0 ? null : keywordId, ...sums, isPartial };
}

/** The id with most impressions; of several the smallest, so that the order in which figures come does not matter. */
function largest(impressions: readonly (readonly [id: number, impressions: number])[]): number {
  const [first] = [...impressions].sort(([left, most], [right, other]) => other - most || left - right);
  return first?.[0] ?? 0;
}
