import type { App } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import { STOREFRONTS } from '../../../market/world/storefronts.ts';
import type { Ad, AdGroup, Campaign, Keyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../ads-api-error.ts';
import { type AdsApi, campaignsOf } from '../ads-api-site.ts';
import { setByApple } from '../bid-strategy.ts';

/** Who changes something, and what holds before it. */
export interface ChangeSite {
  readonly api: AdsApi;
  readonly organization: Organization;
  readonly settings: SettingsInForce;
}

/** Only campaigns that are not deleted hold a name. @throws AdsApiError 400 when another one does */
export function checkCampaignName(
  { api, organization, settings }: ChangeSite,
  name: string,
  excluded: Campaign | null,
): void {
  const isTaken = campaignsOf(api, organization).some((other) => {
    const now = settings.campaign(other);
    return other !== excluded && !now.deleted && now.name === name;
  });
  if (isTaken) throw badRequest('A campaign with this name already exists', 'name', 'DUPLICATE_NAME');
}

/** Only ad groups that are not deleted hold a name. @throws AdsApiError 400 when another one of the campaign does */
export function checkAdGroupName(
  { settings }: Pick<ChangeSite, 'settings'>,
  campaign: Campaign,
  name: string,
  excludedId: number | null,
): void {
  const isTaken = campaign.adGroups
    .map(settings.adGroup)
    .some((other) => other.id !== excludedId && !other.deleted && other.name === name);
  if (isTaken) throw badRequest('An ad group with this name already exists', 'name', 'DUPLICATE_NAME');
}

/** @param field of the daily budget */
export function checkAmounts(
  { dailyBudget, totalBudget }: { dailyBudget: number; totalBudget: number | null },
  field: string,
): void {
  if (dailyBudget <= 0) throw badRequest('The daily budget must be positive', field, 'INVALID_BUDGET');
  if (totalBudget !== null && dailyBudget >= totalBudget)
    throw badRequest('The daily budget must be below the budget', field, 'INVALID_BUDGET');
}

/** A daily budget is never below a bid of its campaign, where the advertiser sets them. @param field of the daily budget */
export function checkBudgets({ settings }: Pick<ChangeSite, 'settings'>, campaign: Campaign, field: string): void {
  checkAmounts(campaign, field);
  if (setByApple(campaign)) return;
  const bids = campaign.adGroups
    .map((group) => ({ group, now: settings.adGroup(group) }))
    .filter(({ now }) => !now.deleted)
    .flatMap(({ group, now }) => [now.defaultBid, ...currentKeywords(group, settings).map(({ bid }) => bid ?? 0)]);
  if (campaign.dailyBudget < bids.reduce((highest, bid) => Math.max(highest, bid), 0))
    throw badRequest('The daily budget is below a bid of the campaign', field, 'INVALID_BUDGET');
}

/** Countries, sorted and each once. @throws AdsApiError 400 when there are none or others than storefronts */
export function countriesOf(value: unknown, field: string): string[] {
  const storefrontCodes = new Set(STOREFRONTS.map(({ code }) => code));
  const countries = Array.isArray(value) ? [...new Set(value.map(String))].sort() : [];
  if (countries.length === 0 || !countries.every((code) => storefrontCodes.has(code)))
    throw badRequest('The app is not available in these countries or regions', field);
  return countries;
}

/** What a campaign has shown so far is counted by its countries: another set of them is not simulated. */
export function checkSameCountries(now: Campaign, countries: readonly string[], field: string): void {
  if (countries.join() !== [...now.countries].sort().join())
    throw badRequest('The countries of a campaign are not changed by this simulator', field);
}

/** An app of the organization. @throws AdsApiError 400 */
export function advertisedApp({ api }: Pick<ChangeSite, 'api'>, adamId: unknown, field: string): App {
  const app = api.world.apps.find((candidate) => candidate.adamId === adamId);
  if (app === undefined) throw badRequest('The app does not belong to the organization', field, 'APP_NOT_ELIGIBLE');
  return app;
}

/** Clocks differ: a start this long ago still counts as now. */
const START_GRACE_MS = 60_000;

/** @param timeZone whose clock the start means. @throws AdsApiError 400 for a start in the past */
export function checkStart({ api }: Pick<ChangeSite, 'api'>, value: unknown, timeZone = 'UTC'): void {
  const at = typeof value === 'string' ? Date.parse(`${value.replace(/Z$/, '')}Z`) : Number.NaN;
  if (Number.isNaN(at)) throw badRequest('A time is expected', 'startTime', 'INVALID_ATTRIBUTE_TYPE');
  if (at < wallClock(api.clock.now(), timeZone) - START_GRACE_MS)
    throw badRequest('The start time must not be in the past', 'startTime', 'INVALID_INPUT');
}

/** What clocks in a zone show, as if it were UTC. */
const wallClock = (instant: number, timeZone: string): number =>
  Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);

/** The ads of an ad group that are enabled, but for one. */
export const enabledAds = (
  { settings }: Pick<ChangeSite, 'settings'>,
  adGroup: AdGroup,
  excludedId: number | null,
): readonly Ad[] =>
  adGroup.ads
    .map(settings.ad)
    .filter(({ id, status, deleted }) => id !== excludedId && status === 'ENABLED' && !deleted);

/** An ad group shows one custom product page at a time. @throws AdsApiError 400 when it shows another */
export function checkAlone(site: Pick<ChangeSite, 'settings'>, adGroup: AdGroup, excludedId: number | null): void {
  if (enabledAds(site, adGroup, excludedId).length > 0)
    throw badRequest('Another ad of the ad group is enabled', 'status', 'INVALID_STATE');
}

/** What makes a keyword, or a negative one, the same as another. */
export const keywordKey = ({ text, matchType }: { readonly text: string; readonly matchType: string }): string =>
  `${matchType}/${text.toLowerCase()}`;

/** The effect of setting some fields of an object. @param campaign that the object is in; null: in none */
export function setting(
  campaign: Campaign | null,
  item: { readonly id: number },
  part: Readonly<Record<string, unknown>>,
): EffectOf<'set'> {
  const before = item as unknown as Readonly<Record<string, unknown>>;
  const was = Object.fromEntries(Object.keys(part).map((name) => [name, before[name]]));
  return { do: 'set', campaign: campaign?.index ?? null, id: item.id, part: { ...part }, was };
}

export const currentKeywords = (adGroup: AdGroup, settings: SettingsInForce): readonly Keyword[] =>
  adGroup.keywords.map(settings.keyword).filter(({ deleted }) => !deleted);
