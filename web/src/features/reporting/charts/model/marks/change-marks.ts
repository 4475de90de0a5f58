import type { Change, ChangeKind, Granularity } from '@tapwise/contract';
import { addDays, addMonths, type Day } from '@tapwise/contract/calendar';

/** Which marks are drawn. */
export interface MarkChoice {
  /** Settings; `null` for all. */
  fields: readonly ChangeKind[] | null;
  /** Also of what is inside the lines: ad groups and keywords of a campaign. */
  inside: boolean;
}

export const defaultMarks: MarkChoice = { fields: null, inside: false };

/** Changes of the objects that are drawn, of the chosen settings. */
export function changesOfLines<Item extends Change>(
  changes: readonly Item[],
  level: Change['level'],
  drawn: ReadonlySet<string>,
  { fields, inside }: MarkChoice,
): Item[] {
  return changes.filter((change) => {
    if (fields !== null && !fields.includes(change.field)) return false;
    if (!inside && change.level !== level) return false;
    return drawn.has(String(idAt(change, level)));
  });
}

/** The object of a level a change happened to or in; `null` for one above it. */
function idAt(change: Change, level: Change['level']): number | null {
  if (level === 'campaign') return change.campaign_id;
  return level === 'ad_group' ? change.ad_group_id : change.keyword_id;
}

/** Changes by place along the axis, each place newest first as they came; days outside the dates have none. */
export function changesByDate<Item extends Pick<Change, 'day'>>(
  changes: readonly Item[],
  dates: readonly Day[],
  granularity: Granularity,
): Item[][] {
  const buckets: Item[][] = dates.map(() => []);
  for (const change of changes) {
    // The last bucket that does not begin after the day; the last of all ends with its own week or month.
    const index = dates.findLastIndex((date) => date <= change.day);
    const begin = dates[index];
    if (begin !== undefined && change.day < endAfter(begin, granularity)) buckets[index]?.push(change);
  }
  return buckets;
}

function endAfter(date: Day, granularity: Granularity): Day {
  if (granularity === 'month') return addMonths(date, 1);
  return addDays(date, granularity === 'week' ? 7 : 1);
}

/** Marks that share a button. */
export interface MarkCluster<Item> {
  /** Middle of the button, in pixels from the left. */
  x: number;
  /** First and last place along the axis. */
  from: number;
  to: number;
  /** Newest first. */
  changes: readonly Item[];
}

/** Middles of two buttons are never nearer: 24 pixels of a button and a gap. */
export const leastDistance = 28;

/**
 * One button for each place with changes; buttons that would touch become one, in the middle of its places.
 * @param xs pixels of the places from the left, rising
 */
export function clusterMarks<Item>(buckets: readonly (readonly Item[])[], xs: readonly number[]): MarkCluster<Item>[] {
  const clusters: MarkCluster<Item>[] = [];
  for (const [index, changes] of buckets.entries()) {
    const x = xs[index];
    if (changes.length === 0 || x === undefined || !Number.isFinite(x)) continue;
    let next: MarkCluster<Item> = { x, from: index, to: index, changes };
    // One that has grown may now touch the one before it.
    for (let before = clusters.at(-1); before !== undefined && next.x - before.x < leastDistance; ) {
      clusters.pop();
      const first = xs[before.from] ?? before.x;
      const last = xs[next.to] ?? next.x;
      const both = [...next.changes, ...before.changes];
      next = { x: (first + last) / 2, from: before.from, to: next.to, changes: both };
      before = clusters.at(-1);
    }
    clusters.push(next);
  }
  return clusters;
}
