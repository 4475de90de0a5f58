import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayAt, formatDay, mondayOf, parseDay } from '../../../base/calendar/calendar-days.ts';
import { shareOf } from '../../../base/random/prng.ts';
import { decileOf, rankOf } from '../../../market/impression-share/market-share.ts';
import type { ListedTerm, TermDays } from '../../../market/impression-share/term-days.ts';
import type { App } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { World } from '../../../market/world/world.ts';
import type { CustomReport } from './custom-report-shelf.ts';

const COLUMNS = [
  'date',
  'appName',
  'adamId',
  'countryOrRegion',
  'searchTerm',
  'lowImpressionShare',
  'highImpressionShare',
  'rank',
  'searchPopularity',
];

/** Share of the terms of yesterday that the service does not know yet. */
const LATE_SHARE = 0.3;

/**
 * The CSV file of a report. Days before yesterday are complete, of yesterday some terms are missing, and today
 * has none yet.
 */
export async function customReportFile(world: World, terms: TermDays, report: CustomReport): Promise<string> {
  const org = world.organizations.find((organization) => organization.orgId === report.orgId);
  const lines = [COLUMNS.join(',')];
  if (org === undefined) return `${lines[0]}\n`;
  for (const app of appsIn(world, org, report)) {
    for (const [label, listed] of await labelled(terms, { org, app, report })) {
      for (const term of listed.values()) lines.push(line(label, app, term));
    }
  }
  return `${lines.join('\n')}\n`;
}

interface FileSite {
  readonly org: Organization;
  readonly app: App;
  readonly report: CustomReport;
}

/** Listed terms under their date: the day, or the Monday of the week. */
async function labelled(
  terms: TermDays,
  site: FileSite,
): Promise<ReadonlyMap<string, ReadonlyMap<string, ListedTerm>>> {
  const { org, app, report } = site;
  const today = dayAt(org.timeZone, report.asOf);
  const countries = valuesOf(report, 'countryOrRegion');
  const dates = new Map<string, Map<string, ListedTerm>>();
  const last = Math.min(parseDay(report.endTime) ?? 0, today - 1);
  for (let day = parseDay(report.startTime) ?? 0; day <= last; day += 1) {
    const label = formatDay(report.granularity === 'WEEKLY' ? mondayOf(day) : day);
    const into = dates.get(label) ?? new Map<string, ListedTerm>();
    dates.set(label, into);
    for (const [key, term] of terms.of(org, app, day)) {
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

function line(label: string, app: App, term: ListedTerm): string {
  const share = term.impressions / term.available;
  const { low, high } = decileOf(share);
  const values = [label, app.name, app.adamId, term.country, term.term, low, high, rankOf(share), term.popularity];
  return values.map((value) => quoted(String(value))).join(',');
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The apps that the organization advertises and the report's conditions leave. */
function appsIn(world: World, org: Organization, report: CustomReport): readonly App[] {
  const wanted = valuesOf(report, 'adamId');
  const apps = new Set(world.campaigns.flatMap((campaign) => (campaign.org === org ? [campaign.app] : [])));
  return [...apps].filter((app) => wanted?.includes(String(app.adamId)) ?? true);
}

/** Values that all conditions on a field allow; null without a condition. */
function valuesOf(report: CustomReport, field: string): readonly string[] | null {
  const lists = report.conditions.filter((condition) => condition.field === field).map(({ values }) => values);
  const [first] = lists;
  return first?.filter((value) => lists.every((list) => list.includes(value))) ?? null;
}
