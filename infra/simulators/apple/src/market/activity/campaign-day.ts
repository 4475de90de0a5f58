import { type DayNumber, startOfDay } from '../../base/calendar/calendar-days.ts';
import { type Random, randomFor } from '../../base/random/prng.ts';
import { momentOfShare } from '../world/market.ts';
import { type Campaign, cellOf, type Target } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import type { CampaignDay } from './day-columns.ts';
import { DayDraft } from './day-draft.ts';
import { bendDay } from './written-day.ts';

/** Generates a day; a function of the world and its two arguments alone. */
export function generateCampaignDay(world: World, campaign: Campaign, day: DayNumber): CampaignDay {
  const zone = campaign.org.timeZone;
  const draft = new DayDraft(world, campaign, startOfDay(zone, day), startOfDay(zone, day + 1), day);
  const random = randomFor(world.seed, 'campaign-day', campaign.id, day);
  const count = random.poisson(expectedImpressions(world, campaign, day, random));
  const budget = campaign.dailyBudget * 10_000;
  let begun = 0;
  for (; begun < count && draft.spend < budget; begun += 1) {
    const moment = momentOfShare((begun + random.next()) / count);
    const target = campaign.targets[random.pickCumulative(campaign.targetWeights)] as Target;
    const country = random.pickCumulative(campaign.countryWeights);
    const ipad = random.next() < 0.1 ? 1 : 0;
    if (target.quietFrom !== null && day >= target.quietFrom) continue;
    draft.impression(moment, cellOf(campaign, target.index, country, ipad), random);
  }
  if (world.written.countUntil(campaign.index, day) > 0)
    return bendDay({ world, campaign, day, draft }, { count, begun });
  for (const ad of world.caused.adsOn(campaign.index, day)) draft.caused(ad);
  return draft.finish(draft.spend >= budget ? draft.lastTap : null);
}

/** A new campaign comes up to its share within so many days, where activity is shared among those that run. */
const RAMP_DAYS = 14;

function expectedImpressions(world: World, campaign: Campaign, day: DayNumber, random: Random): number {
  const { model, anchorDay } = world;
  if (weightOn(world, campaign, day) === 0) return 0;
  return impressionsOf(world, campaign, day) * model.growth(anchorDay, day) * model.season(day) * random.factor(0.06);
}

/** A campaign's part of the anchor day's impressions, if the campaigns of the day had them. */
function impressionsOf(world: World, campaign: Campaign, day: DayNumber): number {
  if (!world.model.sharedAmongRunning) return campaign.impressionsPerDay;
  const sum = world.campaigns.reduce((total, other) => total + weightOn(world, other, day), 0);
  return (world.model.volumes.impressions * world.scale * weightOn(world, campaign, day)) / sum;
}

/** 0 while a campaign does not run. */
function weightOn(
  { model, adsFrom }: World,
  { firstDay, lastDay, impressionsPerDay }: Campaign,
  day: DayNumber,
): number {
  if (day < firstDay || (lastDay !== null && day > lastDay)) return 0;
  const isOld = !model.sharedAmongRunning || firstDay <= adsFrom;
  return impressionsPerDay * (isOld ? 1 : Math.min(1, (day - firstDay + 1) / RAMP_DAYS));
}
