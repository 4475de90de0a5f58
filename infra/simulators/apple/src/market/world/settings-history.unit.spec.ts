import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../base/calendar/calendar-days.ts';
import { createSettingsHistory } from './settings-history.ts';
import { createWorld } from './world.ts';

const anchorDay = 20_700;
const world = createWorld({ seed: 1, scale: 0.1, anchorDay });
const startedAt = anchorDay * DAY_MS + 9 * HOUR_MS;
const history = createSettingsHistory(world, startedAt);
const adGroups = world.campaigns.flatMap((campaign) => campaign.adGroups);
const keywords = adGroups.flatMap((adGroup) => adGroup.keywords);

/** All objects as they are at an instant. */
function objectsAt(instant: number, of = history) {
  const settings = of.at(instant);
  return {
    campaigns: world.campaigns.map(settings.campaign),
    adGroups: adGroups.map(settings.adGroup),
    keywords: keywords.map(settings.keyword),
  };
}

const touchedAfter = (instant: number, objects: ReturnType<typeof objectsAt>) =>
  Object.values(objects)
    .flat()
    .filter(({ modifiedAt }) => modifiedAt > instant);

describe('settings over time', () => {
  it('turn while the world runs, more often in its first hour, and had turned before it began', () => {
    const before = objectsAt(startedAt);
    expect(touchedAfter(startedAt - DAY_MS, before).length).toBeGreaterThan(50);
    expect(touchedAfter(startedAt, before)).toEqual([]);
    const hour = touchedAfter(startedAt, objectsAt(startedAt + HOUR_MS));
    expect(hour.length).toBeGreaterThan(25);
    const next = touchedAfter(startedAt + HOUR_MS, objectsAt(startedAt + 2 * HOUR_MS));
    expect(next.length).toBeGreaterThan(3);
    expect(next.length).toBeLessThan(hour.length / 3);
  });

  it('are others after each turn', () => {
    const moments = new Set(
      touchedAfter(startedAt, objectsAt(startedAt + HOUR_MS)).map(({ modifiedAt }) => modifiedAt),
    );
    expect(moments.size).toBeGreaterThan(25);
    const settingsAt = (instant: number) =>
      Object.values(objectsAt(instant))
        .flat()
        .map((object) => JSON.stringify(object, ['id', 'status', 'dailyBudget', 'defaultBid', 'bid']));
    // Each look is at every object of the world.
    for (const moment of [...moments].slice(0, 8)) {
      const before = settingsAt(moment - 1);
      const after = settingsAt(moment);
      expect(after.filter((settings, at) => settings !== before[at])).toHaveLength(1);
    }
  });

  it('are the same whatever was asked first', () => {
    const instant = startedAt + 5 * HOUR_MS;
    const other = createSettingsHistory(world, startedAt);
    const early = objectsAt(startedAt, other);
    expect(objectsAt(instant, other)).toEqual(objectsAt(instant));
    expect(objectsAt(startedAt, other)).toEqual(early);
  });

  it('never allow less than the market was built with, and switch only keywords without searches', () => {
    const objects = objectsAt(startedAt + 30 * DAY_MS);
    objects.campaigns.forEach((campaign, at) => {
      expect(campaign.dailyBudget).toBeGreaterThanOrEqual(world.campaigns[at]?.dailyBudget ?? Number.NaN);
    });
    objects.adGroups.forEach((adGroup, at) => {
      expect(adGroup.defaultBid).toBeGreaterThanOrEqual(adGroups[at]?.defaultBid ?? Number.NaN);
    });
    const switched = objects.keywords.filter(({ status }, at) => status !== keywords[at]?.status);
    expect(switched.length).toBeGreaterThan(0);
    const quiet = world.campaigns.flatMap(({ targets }) => targets).filter(({ quietFrom }) => quietFrom !== null);
    const silent = new Set(quiet.map(({ keyword }) => keyword?.id));
    expect(switched.filter(({ id }) => !silent.has(id))).toEqual([]);
    objects.keywords.forEach(({ bid }, at) => {
      expect(bid ?? 0).toBeGreaterThanOrEqual(keywords[at]?.bid ?? 0);
    });
  });

  it('of what is deleted or paused as a whole stay as they are', () => {
    const objects = objectsAt(startedAt + 30 * DAY_MS);
    const still = world.campaigns.filter(({ deleted, status }) => deleted || status === 'PAUSED');
    expect(still.length).toBeGreaterThan(0);
    for (const campaign of still) expect(objects.campaigns[campaign.index]).toEqual(campaign);
  });
});
