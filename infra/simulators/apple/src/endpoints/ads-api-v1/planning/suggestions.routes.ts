import type { FastifyInstance } from 'fastify';
import { hashOf } from '../../../base/random/prng.ts';
import type { App } from '../../../market/world/apps.ts';
import { unitsPerUsd } from '../../../market/world/campaign-builder.ts';
import { STOREFRONTS } from '../../../market/world/storefronts.ts';
import { textsOf } from '../../../market/world/vocabulary.ts';
import { settingMoney } from '../../advertising/money.ts';
import { sortedBy } from '../objects/filters.ts';
import { paginationOf, rowsOf, servedPage } from '../objects/pages.ts';
import { organizationOfCall, type PlatformSite, sendResult } from '../platform-site.ts';
import { readPlanning } from './planning-request.ts';

/** Popularity of a term about which nothing is known. */
const LEAST = 5;
const ENDINGS = ['', ' app', ' free', ' for beginners', ' tracker', ' daily'];

/** What the service would bid on, and aim at. */
export function registerSuggestionRoutes(server: FastifyInstance, site: PlatformSite): void {
  server.post('/v1/suggestions/keywords/query', (request, reply) => {
    const org = organizationOfCall(site, request);
    const planning = readPlanning(site.api, org, request.body, ['countriesOrRegions', 'terms']);
    const [term = null] = planning.valuesOf('terms') ?? [];
    const countries = planning.valuesOf('countriesOrRegions') ?? ['US'];
    const suggested = suggestedTexts(planning.app, term).map((text) => ({
      text,
      popularity: popularityOf(text, countries),
    }));
    const { pagination, sorting } = planning.body;
    const sorted = sortedBy(suggested, sorting ?? [{ field: 'popularity', order: 'DESC' }], ['text', 'popularity']);
    const slice = servedPage(pagination, { usual: 20, most: 1_000 }, site.faults.platform);
    return sendResult(reply, rowsOf(sorted, slice), paginationOf(slice, sorted.length, site.faults.platform));
  });
  server.post('/v1/suggestions/target-cpas/query', (request, reply) => {
    const org = organizationOfCall(site, request);
    const { app, valuesOf } = readPlanning(site.api, org, request.body, ['countryOrRegion']);
    const countries = valuesOf('countryOrRegion') ?? ['US'];
    const currency = org?.currency ?? 'USD';
    return sendResult(reply, {
      promotedObjectId: String(app.adamId),
      countryOrRegion: countries,
      suggestedTargetCPA: settingMoney(usualCpa(app, countries) * unitsPerUsd(currency), currency),
      appCategory: app.genre,
    });
  });
}

/** The words of the app's field, or those around a term. */
function suggestedTexts(app: App, term: string | null): readonly string[] {
  const field = textsOf(app.index === 0 ? 'moonvale-english' : 'ledgerly-english');
  if (term === null) return field.slice(0, 60);
  const words = term.toLowerCase().split(' ');
  const near = field.filter((text) => words.some((word) => text.split(' ').includes(word)));
  return [...new Set([...ENDINGS.map((ending) => `${term.toLowerCase()}${ending}`), ...near])].slice(0, 60);
}

/** From 5 to 100, the same for every advertiser; few terms are popular. */
const popularityOf = (text: string, countries: readonly string[]): number =>
  Math.max(
    ...countries.map((country) =>
      Math.max(LEAST, Math.round(100 * ((hashOf('popularity', text, country) % 1_000) / 1_000) ** 2)),
    ),
  );

/** What an install costs with usual bids, in US dollars. */
export function usualCpa(app: App, countries: readonly string[]): number {
  const storefronts = STOREFRONTS.filter(({ code }) => countries.includes(code));
  const wanted = storefronts.length === 0 ? STOREFRONTS.slice(0, 1) : storefronts;
  const sum = wanted.reduce((total, { cptUsd, cr }) => total + (cptUsd * app.cptFactor) / cr, 0);
  return sum / wanted.length;
}
