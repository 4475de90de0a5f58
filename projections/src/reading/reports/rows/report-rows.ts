import {
  type BaseSums,
  type ComputedMetricName,
  daysBetween,
  fillRow,
  planRows,
  type RowOptions,
  type RowPlan,
  sumBase,
} from '@tapwise/domain';
import { choosesObjects, type FactQuestion } from '../facts/fact-question.ts';
import { type GatheredFacts, hasData, noFacts, type ObjectFacts } from '../facts/gather-facts.ts';
import { hasLabel } from '../facts/label-facts.queries.ts';
import { countsUnattributed, type Grain } from '../grain.ts';
import type { ReportCells, ReportQuestion, ReportRow } from '../report.ts';
import { baseOf, baseWithoutAds, searchMatchBase } from './base-sums.ts';
import { productCells, sumProducts } from './report-products.ts';
import { passesStatus } from './report-settings.ts';

/** A row before its columns are computed. */
export interface DraftRow {
  readonly id: number;
  readonly facts: ObjectFacts;
  readonly base: BaseSums;
}

const wholeRange = '';

/** The objects of ads to show, by name: those that are running or paused, and those with data. */
export function displayedObjects(
  facts: GatheredFacts,
  { status, labels }: Pick<FactQuestion, 'status' | 'labels'>,
): ObjectFacts[] {
  const wanted = labels === undefined ? undefined : new Set(labels);
  // In the order of the structure, which is that of names, so that there is hardly anything left to sort.
  const factsByObject = new Map<string, ObjectFacts[]>();
  for (const object of facts.structures.keys()) factsByObject.set(object, []);
  for (const objects of facts.buckets.values()) {
    for (const objectFacts of objects.values()) {
      if (!(Number(objectFacts.object) > 0)) continue;
      const existing = factsByObject.get(objectFacts.object);
      if (existing === undefined) factsByObject.set(objectFacts.object, [objectFacts]);
      else existing.push(objectFacts);
    }
  }
  for (const [object, structure] of facts.structures) {
    const ofBuckets = factsByObject.get(object);
    if (ofBuckets?.length === 0) ofBuckets.push(noFacts(object, structure));
  }
  const displayed = [...factsByObject.values()].filter((ofBuckets) => {
    const structure = ofBuckets[0]?.structure;
    if (!passesStatus(structure, status)) return false;
    if (wanted !== undefined && !hasLabel(facts.labels, structure, wanted)) return false;
    return (structure !== undefined && !structure.is_deleted) || ofBuckets.some(hasData);
  });
  return displayed
    .flatMap(([first]) => first ?? [])
    .sort(
      (a, b) => compareNames(a.structure?.name ?? '', b.structure?.name ?? '') || Number(a.object) - Number(b.object),
    );
}

/** The rows to show, by name; users without a campaign, or without a keyword, last. */
export function draftRows(
  grain: Grain,
  facts: GatheredFacts,
  question: Pick<FactQuestion, 'countries' | 'status' | 'labels'>,
  pulledOnce: boolean,
): DraftRow[] {
  const whole = facts.buckets.get(wholeRange) ?? new Map<string, ObjectFacts>();
  // Before the first pull, and for an object the service has not shown, ad figures are not known; that is not zero.
  const adsArePulled = pulledOnce || [...whole.values()].some((objectFacts) => objectFacts.ads !== undefined);
  const baseFor = (objectFacts: ObjectFacts) =>
    adsArePulled && (objectFacts.structure !== undefined || objectFacts.ads !== undefined)
      ? baseOf(objectFacts)
      : baseWithoutAds(objectFacts);
  const displayed = displayedObjects(facts, question).map((objectFacts) => {
    const wholeFacts = whole.get(objectFacts.object) ?? objectFacts;
    return { id: Number(objectFacts.object), facts: wholeFacts, base: baseFor(wholeFacts) };
  });
  const factsOf = (id: number): ObjectFacts => whole.get(String(id)) ?? noFacts(String(id), undefined);
  if (countsUnattributed(grain)) {
    if (question.countries !== null || choosesObjects(question)) return displayed;
    return [...displayed, ...[0, -1].map((id) => ({ id, facts: factsOf(id), base: baseWithoutAds(factsOf(id)) }))];
  }
  if (grain.of !== 'keyword' || choosesObjects(question)) return displayed;
  const searchMatch = searchMatchRow(facts, factsOf(0), displayed, adsArePulled);
  return searchMatch === undefined ? displayed : [...displayed, searchMatch];
}

function searchMatchRow(
  { parents }: GatheredFacts,
  searchMatch: ObjectFacts,
  keywords: readonly DraftRow[],
  adsArePulled: boolean,
): DraftRow | undefined {
  const hasParents = parents.structures.length > 0 || parents.ads.length > 0;
  const base =
    adsArePulled && hasParents
      ? searchMatchBase(
          searchMatch,
          parents.ads,
          keywords.map((row) => row.facts),
        )
      : baseWithoutAds(searchMatch);
  const matches = parents.structures.some((group) => group.search_match === true && !group.is_deleted);
  const counted = Object.values(base).some((value) => value !== null && value !== 0);
  return matches || counted ? { id: 0, facts: searchMatch, base } : undefined;
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A row of which everything is known but its columns. */
export interface IdentifiedRow {
  readonly identity: Pick<ReportRow, 'id' | 'name' | 'status'> & Omit<ReportCells, 'products'>;
  readonly facts: DraftRow['facts'];
  readonly base: BaseSums;
  /** Whether totals count it. */
  readonly counts: boolean;
}

/** Rows with their columns, and the totals of those that count. */
export function reportRows(
  drafts: readonly IdentifiedRow[],
  options: RowOptions,
  range: Pick<ReportQuestion, 'from' | 'to'>,
): { rows: ReportRow[]; totals: ReportCells } {
  const plan = planOf(options, range);
  const counted = drafts.filter(({ counts }) => counts);
  let blank: ReportRow | undefined;
  const rows = drafts.map(({ identity, facts, base }) => {
    const products = productCells(facts);
    blank ??= { ...identity, ...plan.blank, products };
    // Every row is a copy of one: building it from its parts again would give each object a shape of its own.
    return fillRow(Object.assign({ ...blank }, identity, { products }), plan, base);
  });
  const products = sumProducts(rows.flatMap((row, index) => (drafts[index]?.counts === true ? [row.products] : [])));
  return { rows, totals: { ...fillRow({ ...plan.blank }, plan, sumBase(counted.map(({ base }) => base))), products } };
}

/** The totals of rows that are not made themselves. */
export function reportTotals(
  counted: readonly Pick<DraftRow, 'facts' | 'base'>[],
  options: RowOptions,
  range: Pick<ReportQuestion, 'from' | 'to'>,
): ReportCells {
  const plan = planOf(options, range);
  const products = productCells({
    subscriptions: counted.flatMap(({ facts }) => facts.subscriptions),
    income: counted.flatMap(({ facts }) => facts.income),
  });
  return { ...fillRow({ ...plan.blank }, plan, sumBase(counted.map(({ base }) => base))), products };
}

/** The columns of the rows of a range. */
export const planOf = (options: RowOptions, { from, to }: Pick<ReportQuestion, 'from' | 'to'>): RowPlan =>
  planRows(options, columnsLeftOut(from, to));

/** Over a range of seven days the share of the last seven would say the same twice. */
function columnsLeftOut(from: string, to: string): ComputedMetricName[] {
  return daysBetween(from, to) === 6 ? ['7d_impression_share'] : [];
}
