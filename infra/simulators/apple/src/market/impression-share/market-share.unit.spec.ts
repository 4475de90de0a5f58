import { describe, expect, it } from 'vitest';
import { parseDay, startOfDay } from '../../base/calendar/calendar-days.ts';
import { bids, set, write } from '../../testing/written-effects.ts';
import { createActivityStore } from '../activity/activity-store.ts';
import { createWorld, type World } from '../world/world.ts';
import { decileOf, rankOf, wonShare } from './market-share.ts';
import { createTermDays } from './term-days.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 1, scale: 6, anchorDay });

const shares = world.campaigns.flatMap((campaign) =>
  campaign.targets.flatMap((target) =>
    campaign.countries.map((country) => ({
      campaign,
      target,
      country,
      share: wonShare({
        seed: 1,
        campaign,
        bid: target.bid,
        country,
        term: target.keyword?.text ?? 'term',
        day: anchorDay,
      }),
    })),
  ),
);
const meanOf = (kind: string) => {
  const kindShares = shares.filter(({ campaign }) => campaign.kind === kind);
  return kindShares.reduce((sum, { share }) => sum + share, 0) / kindShares.length;
};

describe('impression share', () => {
  it('falls into tenths that leave no gap', () => {
    expect([0.001, 0.1, 0.1001, 0.2, 0.55, 0.91, 1].map((share) => decileOf(share))).toEqual([
      { low: 0, high: 0.1 },
      { low: 0, high: 0.1 },
      { low: 0.11, high: 0.2 },
      { low: 0.11, high: 0.2 },
      { low: 0.51, high: 0.6 },
      { low: 0.91, high: 1 },
      { low: 0.91, high: 1 },
    ]);
  });

  it('gives a better rank to a greater share', () => {
    expect([0.61, 0.6, 0.4, 0.2, 0.1, 0.08].map(rankOf)).toEqual([
      'ONE',
      'TWO',
      'THREE',
      'FOUR',
      'FIVE',
      'GREATER_THAN_FIVE',
    ]);
  });

  it('is about half where bids are those that win half, and more on an own name', () => {
    expect(meanOf('category')).toBeGreaterThan(0.35);
    expect(meanOf('category')).toBeLessThan(0.65);
    expect(meanOf('brand')).toBeGreaterThan(meanOf('category') + 0.1);
    expect(new Set(shares.map(({ share }) => rankOf(share))).size).toBe(6);
    for (const { share } of shares) expect(share > 0 && share < 1).toBe(true);
  });

  it('grows with the bid', () => {
    for (const { campaign, target, country, share } of shares.slice(0, 300)) {
      const site = { seed: 1, campaign, country, term: target.keyword?.text ?? 'term', day: anchorDay };
      const higher = wonShare({ ...site, bid: target.bid * 1.5 });
      expect(share === 0.98 || higher > share).toBe(true);
    }
  });

  it('lists the terms with more than ten impressions, each once, with no more won than there were', () => {
    const terms = createTermDays(world, createActivityStore(world));
    for (const [org, app] of [
      [world.organizations[0], world.apps[0]],
      [world.organizations[2], world.apps[1]],
    ] as const) {
      if (org === undefined || app === undefined) throw new Error('no such market');
      const listed = [...terms.of(org, app, anchorDay - 1).values()];
      expect(listed.length).toBeGreaterThan(100);
      for (const { impressions, available, term } of listed) {
        expect(impressions).toBeGreaterThan(10);
        expect(available).toBeGreaterThan(impressions);
        expect(term).toBe(term.toLowerCase());
      }
      expect(new Set(listed.map(({ popularity }) => popularity)).has(5)).toBe(true);
    }
  });

  it('follows bids that are written, from their day on', () => {
    const dearer = createWorld({ seed: 1, scale: 6, anchorDay });
    const campaign = dearer.campaigns.find(({ name }) => name === 'US | Category | Exact');
    const org = dearer.organizations[0];
    const app = dearer.apps[0];
    if (campaign === undefined || org === undefined || app === undefined) throw new Error('no such market');
    const { dailyBudget, id } = campaign;
    const enough = set(campaign, id, { dailyBudget: dailyBudget * 9 }, { dailyBudget });
    write(dearer, startOfDay(org.timeZone, anchorDay), [enough, ...bids(campaign, 2)]);
    const shareOn = (of: World, day: number) => {
      const listed = [...createTermDays(of, createActivityStore(of)).of(org, app, day).values()];
      const targetTerms = listed.filter(({ term }) => campaign.targets.some(({ keyword }) => keyword?.text === term));
      return (
        targetTerms.reduce((sum, { impressions, available }) => sum + impressions / available, 0) / targetTerms.length
      );
    };
    expect(shareOn(dearer, anchorDay - 1)).toBe(shareOn(world, anchorDay - 1));
    expect(shareOn(dearer, anchorDay)).toBeGreaterThan(shareOn(world, anchorDay) + 0.05);
  });
});
