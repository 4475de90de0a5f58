import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { randomFor } from '../../base/random/prng.ts';
import { searchTermOf } from '../../endpoints/advertising/figures/search-terms.ts';
import type { CausedAd } from '../caused/caused-events.ts';
import { momentOfShare } from '../world/market.ts';
import { type Campaign, cellOf, isIpadCell, type Target, targetOfCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import { chanceOf } from '../written/growth.ts';
import {
  type BlockedSearch,
  bidFactor,
  blockedSearches,
  isTouched,
  reachesDevice,
  runsAt,
  trafficBudget,
  volumeOf,
} from '../written/traffic.ts';
import { type CampaignDay, NEVER } from './day-columns.ts';
import type { DayDraft } from './day-draft.ts';

export interface WrittenDaySite {
  readonly world: World;
  readonly campaign: Campaign;
  readonly day: DayNumber;
  /** Holds what the market brings on the day, and nothing else. */
  readonly draft: DayDraft;
}

interface BendingSite extends WrittenDaySite {
  readonly isBlocked: BlockedSearch;
}

/** Impressions the market had for the day, and those of them it came to before the daily budget was used up. */
interface Plan {
  readonly count: number;
  readonly begun: number;
}

/** An impression that what was written may bring: it does if the volume at its time is `above` by more than `luck` times `over`. */
interface Candidate {
  readonly time: number;
  readonly target: Target;
  /** Its source and place in it; unique on the day. */
  readonly source: string;
  readonly ordinal: number;
  readonly luck: number;
  readonly above: number;
  readonly over: number;
}

type TailEvent = { readonly time: number; readonly caused: CausedAd } | (Candidate & { readonly caused?: undefined });

/** A second impression of a user who found the app by a higher bid comes within this time of the first one's. */
const COMPANION_MS = 600_000;

/**
 * A day as it is under what was written: the activity of each moment follows from the settings of that moment alone, so that a
 * later write changes nothing of what has happened. Prevented events of the market keep their places; what is added comes
 * behind them in the order of time, together with what tests cause.
 */
export function bendDay(daySite: WrittenDaySite, plan: Plan): CampaignDay {
  const { world, campaign, day, draft } = daySite;
  const site = { ...daySite, isBlocked: blockedSearches(world.written, campaign) };
  const { start } = draft;
  const planned = plannedEvents(draft);
  const caused = world.caused.adsOn(campaign.index, day).map((ad): TailEvent => ({ time: ad.at - start, caused: ad }));
  const tail = mergeByTime(candidatesOf(site, plan), caused);
  draft.spend = 0;
  const budgetAt = (time: number) => trafficBudget(world.written, campaign, start + time) * 10_000;
  let next = 0;
  const applyTailUntil = (time: number): void => {
    for (let event = tail[next]; event !== undefined && event.time <= time; event = tail[next]) {
      next += 1;
      if (event.caused !== undefined) draft.caused(event.caused);
      else if (draft.spend < budgetAt(event.time)) applyCandidate(site, event);
    }
  };
  for (let index = 0; index < planned.count; index += 1) {
    const time = draft.impressions.time[index] as number;
    applyTailUntil(time - 1);
    bendPlanned(site, planned, index, draft.spend < budgetAt(time));
  }
  applyTailUntil(NEVER);
  return draft.finish(draft.spend >= budgetAt(draft.length - 1) ? exhaustedAt(site) : null);
}

/** What belongs to each impression of the market: its tap and its install, −1 without one. */
function plannedEvents({ impressions, taps, installs }: DayDraft) {
  const count = impressions.time.length;
  const tapOf = new Int32Array(count).fill(-1);
  const installOf = new Int32Array(count).fill(-1);
  taps.impression.forEach((impression, tap) => {
    tapOf[impression] = tap;
  });
  installs.impression.forEach((impression, install) => {
    installOf[impression] = install;
  });
  return { count, tapOf, installOf };
}

/** Keeps an impression of the market with the price of its moment, or prevents it and everything after it. */
function bendPlanned(
  site: BendingSite,
  { tapOf, installOf }: ReturnType<typeof plannedEvents>,
  index: number,
  isPaid: boolean,
): void {
  const { world, campaign, day, draft } = site;
  const { impressions, taps, installs } = draft;
  const cell = impressions.cell[index] as number;
  const target = targetOfCell(campaign, cell);
  const instant = draft.start + (impressions.time[index] as number);
  const factor = bidFactor(world.written, target, instant);
  const isWon = factor >= 1 || chanceOf(world.seed, 'kept', campaign.id, day, index) < volumeOf(factor);
  const tap = tapOf[index] as number;
  const install = installOf[index] as number;
  if (isPaid && isWon && isDisplayed(site, { cell, index, instant })) {
    if (tap < 0) return;
    const spend = Math.max(1, Math.round((taps.spend[tap] as number) * factor));
    taps.spend[tap] = spend;
    draft.spend += spend;
    return;
  }
  impressions.time[index] = NEVER;
  if (tap >= 0) [taps.time[tap], taps.reported[tap]] = [NEVER, NEVER];
  if (install >= 0) [installs.time[install], installs.reported[install], installs.flags[install]] = [NEVER, NEVER, 0];
}

/** Whether the target of an impression runs at its time and reaches its device, and no negative keyword blocks its search. */
function isDisplayed(
  { world, campaign, day, isBlocked }: BendingSite,
  { cell, index, instant }: { cell: number; index: number; instant: number },
): boolean {
  const target = targetOfCell(campaign, cell);
  return (
    runsAt(world.written, campaign, target, instant) &&
    reachesDevice(world.written, target.adGroup, isIpadCell(cell), instant) &&
    !isBlocked(() => searchTermOf(campaign, cell, day, index), target.adGroup.id, instant)
  );
}

function applyCandidate(site: BendingSite, candidate: Candidate): void {
  const { world, campaign, day, draft } = site;
  const { time, target, source, ordinal, luck, above, over } = candidate;
  const instant = draft.start + time;
  const factor = bidFactor(world.written, target, instant);
  if (volumeOf(factor) - above <= luck * over) return;
  const random = randomFor(world.seed, 'written', campaign.id, day, source, ordinal);
  const country = random.pickCumulative(campaign.countryWeights);
  const ipad = random.next() < 0.1 ? 1 : 0;
  const cell = cellOf(campaign, target.index, country, ipad);
  if (!isDisplayed(site, { cell, index: draft.impressions.cell.length, instant })) return;
  draft.impressionAt(time, cell, random, factor);
}

/** All that writes could bring on the day, whatever was written: which of it comes is decided at its time. */
function candidatesOf(site: WrittenDaySite, plan: Plan): readonly Candidate[] {
  const { world, campaign, day } = site;
  const candidates = [...companions(site), ...beyondBudget(site, plan)];
  const activity = world.model.growth(world.anchorDay, day) * world.model.season(day);
  for (const target of campaign.targets) addTarget(site, target, activity, candidates);
  return candidates.sort((left, right) => left.time - right.time);
}

/** A bid above the usual one wins up to as many impressions again. */
function companions({ world, campaign, day, draft }: WrittenDaySite): readonly Candidate[] {
  const { impressions, length } = draft;
  return impressions.time.map((impressionTime, ordinal): Candidate => {
    const wait = chanceOf(world.seed, 'wait', campaign.id, day, ordinal) * COMPANION_MS;
    return {
      time: Math.min(length - 1, Math.floor(impressionTime + wait)),
      target: targetOfCell(campaign, impressions.cell[ordinal] as number),
      luck: chanceOf(world.seed, 'companion', campaign.id, day, ordinal),
      source: 'companion',
      ordinal,
      above: 1,
      over: 1,
    };
  });
}

/** Impressions the market would have had after its budget was used up; a higher budget pays for them. */
function beyondBudget({ world, campaign, day, draft }: WrittenDaySite, { count, begun }: Plan): readonly Candidate[] {
  const random = randomFor(world.seed, 'beyond budget', campaign.id, day);
  return Array.from({ length: count - begun }, (_, ahead): Candidate => {
    const ordinal = begun + ahead;
    const time = Math.floor(momentOfShare((ordinal + random.next()) / count) * draft.length);
    const target = campaign.targets[random.pickCumulative(campaign.targetWeights)] as Target;
    return { time, target, source: 'beyond', ordinal, luck: random.next(), above: 0, over: 1 };
  }).filter(({ target }) => target.quietFrom === null || day < target.quietFrom);
}

/**
 * Targets without a part in the market's traffic of the day: written ones, and those that were switched off when it began.
 * @param activity of the day relative to the anchor day
 */
function addTarget(
  { world, campaign, day, draft }: WrittenDaySite,
  target: Target,
  activity: number,
  candidates: Candidate[],
): void {
  const perDay = target.perDay ?? idlePerDay(world, campaign, day, target);
  if (perDay === 0) return;
  const source = target.keyword?.id ?? target.adGroup.id;
  // Twice the usual volume is the most that any bid wins.
  const count = Math.floor(2 * perDay * activity + chanceOf(world.seed, source, day));
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const share = (ordinal + chanceOf(world.seed, source, day, ordinal)) / count;
    const time = Math.floor(momentOfShare(share) * draft.length);
    const luck = chanceOf(world.seed, source, day, ordinal, 'luck');
    candidates.push({ time, target, source: String(source), ordinal, luck, above: 0, over: 2 });
  }
}

function idlePerDay({ written }: World, campaign: Campaign, day: DayNumber, target: Target): number {
  const isIdle =
    (target.quietFrom !== null && day >= target.quietFrom) || (campaign.lastDay !== null && day > campaign.lastDay);
  if (!isIdle || !isTouched(written, campaign, target)) return 0;
  const total = campaign.targetWeights.at(-1) ?? 1;
  return (campaign.impressionsPerDay * target.weight) / total;
}

function mergeByTime(candidates: readonly Candidate[], caused: readonly TailEvent[]): readonly TailEvent[] {
  // Sorting keeps the order of events of one time: candidates first, then what was caused, in the order in which it was.
  return [...candidates, ...caused].sort((left, right) => left.time - right.time);
}

/** The last tap used the budget up, or a write that lowered it below what had been spent. */
function exhaustedAt({ world, campaign, draft }: WrittenDaySite): number {
  const { taps, start, length } = draft;
  const last = taps.time.reduce((latest, time) => (time === NEVER ? latest : Math.max(latest, time)), 0);
  const turns = world.written.turnsOf(campaign.id).filter(({ moment }) => moment < start + length);
  const write = turns.findLast(({ part, reset }) => reset || 'dailyBudget' in part)?.moment ?? 0;
  return Math.max(start + last, write);
}
