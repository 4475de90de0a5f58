import { type SearchTerm, searchTermPaths, searchTermsQuerySchema, searchTermsResponseSchema } from '@tapwise/contract';
import {
  addDays,
  type CampaignState,
  campaignsBeside,
  closestBeside,
  type DisplayedTerm,
  DomainError,
  describeAdsGaps,
  displayedTerms,
  isDay,
  isoCurrency,
  leastImpressions,
  type TermView,
  termTotalDays,
  unitsFromMicros,
  writtenDay,
} from '@tapwise/domain';
import {
  campaignNames,
  noTermDecisions,
  readTermDecisions,
  type TermFiguresResult,
  tablesPosition,
  termFigures,
} from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { badRange } from '../../reports/report-parameters.ts';
import { todayOf } from '../../reports/report-scope.ts';
import { type ChangeTarget, queryTarget } from '../change-target.ts';
import { ownCampaign } from '../own-campaign.ts';
import { presentCampaigns, type SettingsContext } from '../settings-context.ts';

const calls = [
  [searchTermPaths.filterSkag, 'skag'],
  [searchTermPaths.filterDiscovery, 'discovery'],
] as const satisfies readonly (readonly [string, TermView])[];

/** `GET filter_skag` and `filter_discovery`: search terms of a campaign that are to be decided. */
export function searchTermsRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  for (const [path, view] of calls) {
    app.get(
      path,
      {
        schema: { querystring: searchTermsQuerySchema, response: { 200: searchTermsResponseSchema } },
        config: { right: 'act' },
      },
      async (request, reply) => {
        const { query } = request;
        const target = queryTarget(settingsContext.deps, { session: sessionOf(request), query });
        const campaignId = readId(query, 'campaign_id');
        const days = readDays(query.from, todayOf(settingsContext.deps, target.organization.time_zone));
        const minImpressions = readLeast(query.min_impressions);
        holdsUpTo(reply, (await tablesPosition(settingsContext.deps.tables))?.position ?? 0n);
        const result = await askTerms(settingsContext, target, { view, campaignId, days, minImpressions });
        const { terms, asOf } = result;
        const warning = warningOf(result, days !== undefined);
        return {
          status: 'ok' as const,
          search_terms: terms.map(responseOf),
          as_of: asOf,
          settings_currency: isoCurrency(target.organization.currency),
          ...(view === 'discovery' ? { skag_campaign_id: result.closestSkag } : {}),
          ...(warning === undefined ? {} : { warning }),
        };
      },
    );
  }
}

const dailyWarning =
  'Added up from daily figures: what a search term had on days with fewer than 10 impressions is missing';

function warningOf({ gaps, rateDay }: Pick<TermFiguresResult, 'gaps' | 'rateDay'>, byDay: boolean): string | undefined {
  const sentences = describeAdsGaps(gaps, rateDay === null ? undefined : `the rate of ${writtenDay(rateDay)}`).join(
    ' ',
  );
  const warnings = [...(byDay ? [dailyWarning] : []), ...(sentences === '' ? [] : [sentences])];
  return warnings.length === 0 ? undefined : warnings.join('. ');
}

interface TermsQuestion {
  readonly view: TermView;
  readonly campaignId: number;
  readonly days: { readonly from: string; readonly to: string } | undefined;
  readonly minImpressions: number;
}

async function askTerms(
  settingsContext: SettingsContext,
  target: ChangeTarget,
  { view, campaignId, days, minImpressions }: TermsQuestion,
): Promise<Omit<TermFiguresResult, 'figures'> & { terms: DisplayedTerm[]; closestSkag: number | null }> {
  const { deps } = settingsContext;
  const { state: campaign } = await ownCampaign(settingsContext, target, campaignId);
  const { application, organization } = target;
  const ofOrganization = { orgId: organization.org_id, orgCurrency: organization.currency };
  const scope = { applicationId: application.application_id, ...ofOrganization, campaignId };
  const [{ figures, ...context }, decisions, skagCampaigns] = await Promise.all([
    termFigures(deps.tables, scope, days),
    readTermDecisions(settingsContext, [campaignId]),
    view === 'skag' ? [] : skagCampaignsBeside(settingsContext, target, campaign),
  ]);
  const { decided, hidden } = decisions.get(campaignId) ?? noTermDecisions;
  const now = deps.now().getTime();
  const terms = displayedTerms({
    view,
    figures,
    campaign,
    skagCampaigns,
    decided,
    hidden,
    minImpressions,
    now,
  });
  const closestSkag = closestBeside(campaign, skagCampaigns)?.campaign?.campaign_id ?? null;
  return { terms, ...context, closestSkag };
}

/** SKAG campaigns of the application and organization that share a country. */
async function skagCampaignsBeside(
  settingsContext: SettingsContext,
  { application, organization }: ChangeTarget,
  campaign: CampaignState,
) {
  const scope = { orgId: organization.org_id, adamId: application.adam_id };
  const ids = (await campaignNames(settingsContext.deps.tables, scope, true)).map(({ id }) => id);
  const others = [...(await presentCampaigns(settingsContext, ids)).values()].map(({ state }) => state);
  return campaignsBeside(campaign, others, 'skag');
}

/**
 * The days that are added up; `undefined` is the snapshot, which begins a year ago. Callers in another zone may be a day off, and a
 * snapshot a day old.
 */
function readDays(from: string | undefined, today: string): TermsQuestion['days'] {
  if (from === undefined) return undefined;
  if (!isDay(from)) throw badRange('from must be a day, YYYY-MM-DD.', 'from');
  if (from > addDays(today, 1)) throw badRange('from lies in the future.', 'from');
  const earliest = addDays(today, -termTotalDays - 2);
  const latest = addDays(today, 2 - termTotalDays);
  return from >= earliest && from <= latest ? undefined : { from, to: addDays(today, 1) };
}

function readLeast(text: string | undefined): number {
  if (text === undefined || text === '') return leastImpressions;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const details = { field: 'min_impressions' };
  throw new DomainError('invalid_request', { message: 'min_impressions must be a whole number.', details });
}

const ratio = (count: number | null, of: number | null): number | null =>
  count === null || of === null || of === 0 ? null : count / of;

function responseOf(term: DisplayedTerm): SearchTerm {
  const { text, impressions, taps, installs, adGroupId, adGroupName, keyword, keywordId, isBought, choice, note } =
    term;
  return {
    text,
    impressions,
    taps,
    installs,
    spend: term.spendMicros === null ? null : unitsFromMicros(term.spendMicros),
    ttr: ratio(taps, impressions),
    cr: ratio(installs, taps),
    adGroupId,
    adGroupName,
    keyword,
    keywordId,
    source: keywordId === null ? 'Search Match' : null,
    known: isBought,
    choice,
    note,
  };
}
