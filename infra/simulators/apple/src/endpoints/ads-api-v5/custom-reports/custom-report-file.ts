import { dayAt, formatDay, mondayOf, parseDay } from '../../../base/calendar/calendar-days.ts';
import { decileOf, rankOf } from '../../../market/impression-share/market-share.ts';
import type { ListedTerm, TermDays } from '../../../market/impression-share/term-days.ts';
import type { App } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { World } from '../../../market/world/world.ts';
import { datedTerms } from '../../advertising/figures/dated-terms.ts';
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

/**
 * The CSV file of a report. Days before yesterday are complete, of yesterday some terms are missing, and today
 * has none yet.
 */
export async function customReportFile(world: World, terms: TermDays, report: CustomReport): Promise<string> {
  const org = world.organizations.find((organization) => organization.orgId === report.orgId);
  const lines = [COLUMNS.join(',')];
  if (org === undefined) return `${lines[0]}\n`;
  for (const app of appsIn(world, org, report)) {
    const dates = await datedTerms(terms, {
      org,
      app,
      from: parseDay(report.startTime) ?? 0,
      to: parseDay(report.endTime) ?? 0,
      today: dayAt(org.timeZone, report.asOf),
      zone: 'ORTZ',
      countries: valuesOf(report, 'countryOrRegion'),
      labelOf: report.granularity === 'WEEKLY' ? mondayOf : (day) => day,
    });
    for (const [day, listed] of dates) for (const term of listed.values()) lines.push(line(formatDay(day), app, term));
  }
  return `${lines.join('\n')}\n`;
}

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
