import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DayNumber } from '../../../base/calendar/calendar-days.ts';
import { shareOf } from '../../../base/random/prng.ts';
import type { ListedTerm, TermDays } from '../../../market/impression-share/term-days.ts';
import type { App } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';

/** Which terms, of which days; `today` is the present one in the zone. */
export interface DatedTermsRequest {
  readonly org: Organization;
  readonly app: App;
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly today: DayNumber;
  readonly zone: 'ORTZ' | 'UTC';
  /** Null: all. */
  readonly countries: readonly string[] | null;
  /** The day under which a day's terms are listed: itself, or the first of its week. */
  labelOf(day: DayNumber): DayNumber;
}

/** Share of the terms of yesterday that the service does not know yet. */
const LATE_SHARE = 0.3;

/** Listed terms under their dates. Days before yesterday are complete, of yesterday some terms are missing, and today has none yet. */
export async function datedTerms(
  terms: TermDays,
  { org, app, from, to, today, zone, countries, labelOf }: DatedTermsRequest,
): Promise<ReadonlyMap<DayNumber, ReadonlyMap<string, ListedTerm>>> {
  const dates = new Map<DayNumber, Map<string, ListedTerm>>();
  for (let day = from; day <= Math.min(to, today - 1); day += 1) {
    const into = dates.get(labelOf(day)) ?? new Map<string, ListedTerm>();
    dates.set(labelOf(day), into);
    for (const [key, term] of terms.of(org, app, day, zone)) {
      if (countries !== null && !countries.includes(term.country)) continue;
      if (day === today - 1 && shareOf('late-term', day, key) < LATE_SHARE) continue;
      into.set(key, joined(into.get(key), term));
    }
    await nextTurn();
  }
  return dates;
}

const joined = (sum: ListedTerm | undefined, term: ListedTerm): ListedTerm =>
  sum === undefined
    ? term
    : {
        ...term,
        impressions: sum.impressions + term.impressions,
        available: sum.available + term.available,
        popularity: Math.max(sum.popularity, term.popularity),
      };
