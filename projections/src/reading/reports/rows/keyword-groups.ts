import { fillRow, type RowOptions, sumBase } from '@tapwise/domain';
import type { ReportQuestion, ReportRow } from '../report.ts';
import { sumProducts } from './report-products.ts';
import { type IdentifiedRow, planOf } from './report-rows.ts';
import { emptySettings } from './report-settings.ts';

/** A keyword with its row. */
interface Member {
  readonly draft: IdentifiedRow;
  readonly row: ReportRow;
}

/**
 * One row for each keyword text that is used in several places, its columns made from the sums of theirs, beside the rows
 * themselves, which name it in `group_id`. Texts are the same whatever their case and the spaces around them; keywords of
 * different match types stay apart. The id of a group is that of its first keyword, negative.
 * @param rows the rows of the drafts, in their order
 */
export function withKeywordGroups(
  drafts: readonly IdentifiedRow[],
  rows: readonly ReportRow[],
  options: RowOptions,
  question: ReportQuestion,
): ReportRow[] {
  const groups = new Map<string, Member[]>();
  for (const [index, draft] of drafts.entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    row.group_id = null;
    const key = groupKey(draft);
    if (key === null) continue;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [{ draft, row }]);
    else members.push({ draft, row });
  }
  const made = [...groups.values()]
    .filter((members) => members.length > 1)
    .map((members) => groupRow(members, options, question));
  return [...made, ...rows];
}

/** `null` for what has no text of its own: traffic without a keyword, and keywords the service has not shown. */
function groupKey({ facts: { structure } }: IdentifiedRow): string | null {
  if (structure === undefined) return null;
  return JSON.stringify([structure.name.trim().toLowerCase(), structure.match_type ?? null]);
}

function groupRow(members: readonly Member[], options: RowOptions, question: ReportQuestion): ReportRow {
  const id = -Math.min(...members.map(({ row }) => Number(row.id)));
  for (const { row } of members) row.group_id = id;
  const plan = planOf(options, question);
  const first = members.find(({ row }) => row.id === -id) ?? members[0];
  const row = {
    id,
    name: String(first?.row.name).trim(),
    status: sameOf(members, 'status'),
    labels: [],
    campaign_id: sameOf(members, 'campaign_id'),
    campaign_name: sameOf(members, 'campaign_name'),
    ad_group_id: sameOf(members, 'ad_group_id'),
    ad_group_name: sameOf(members, 'ad_group_name'),
    ...emptySettings('keyword', question.scope.orgCurrency),
    maturity: maturityOf(members),
    group_id: null,
    match_type: first?.draft.facts.structure?.match_type ?? null,
    group_keywords: members.length,
    group_campaigns: countOf(members, 'campaign_id'),
    group_ad_groups: countOf(members, 'ad_group_id'),
    ...plan.blank,
    products: sumProducts(members.map((member) => member.row.products)),
  };
  return fillRow(row as ReportRow, plan, sumBase(members.map(({ draft }) => draft.base)));
}

/** What all of them say, `null` when they differ. */
function sameOf(members: readonly Member[], cell: string): string | null {
  const values = new Set(members.map(({ row }) => row[cell] as string | null));
  const [only = null] = values;
  return values.size === 1 ? only : null;
}

const countOf = (members: readonly Member[], cell: string): number => new Set(members.map(({ row }) => row[cell])).size;

/** The mean over all their users. */
function maturityOf(members: readonly Member[]): number | null {
  const rated = members.filter(({ row }) => typeof row.maturity === 'number');
  const users = (member: Member): number => member.draft.facts.people?.first_launches ?? 0;
  const all = rated.reduce((sum, member) => sum + users(member), 0);
  return all === 0 ? null : rated.reduce((sum, member) => sum + Number(member.row.maturity) * users(member), 0) / all;
}
