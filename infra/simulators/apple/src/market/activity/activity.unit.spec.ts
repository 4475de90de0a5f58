import { describe, expect, it } from 'vitest';
import { parseDay } from '../../base/calendar/calendar-days.ts';
import { createWorld } from '../world/world.ts';
import { createActivityStore } from './activity-store.ts';
import { generateCampaignDay } from './campaign-day.ts';
import { sumCells } from './day-cells.ts';
import { RESTATEMENT_MS } from './day-columns.ts';
import { IMPRESSIONS, METRIC_COUNT, TAP_NEW_DOWNLOADS, TAPS } from './metrics.ts';
import { generateOrganicDay } from './organic-day.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 7, scale: 1, anchorDay });
const campaigns = world.campaigns;

const sumOf = (figures: Float64Array, metric: number): number => {
  let sum = 0;
  for (let offset = metric; offset < figures.length; offset += METRIC_COUNT) sum += figures[offset] ?? 0;
  return sum;
};

describe('activity', () => {
  it('is the same for the same seed and anchor day, and another for another seed', () => {
    const again = createWorld({ seed: 7, scale: 1, anchorDay });
    const other = createWorld({ seed: 8, scale: 1, anchorDay });
    for (const [index, campaign] of campaigns.entries()) {
      const twin = again.campaigns[index];
      const stranger = other.campaigns[index];
      if (twin === undefined || stranger === undefined) throw new Error('worlds differ in size');
      const { campaign: dayCampaign, ...day } = generateCampaignDay(world, campaign, anchorDay - 3);
      const { campaign: its, ...twinDay } = generateCampaignDay(again, twin, anchorDay - 3);
      expect(twinDay).toEqual(day);
      expect(its.adGroups).toEqual(dayCampaign.adGroups);
      if (campaign.lastDay === null)
        expect(generateCampaignDay(other, stranger, anchorDay - 3).impressions).not.toEqual(day.impressions);
    }
  });

  it('has the planned volumes on the anchor day', () => {
    const { volumes } = world.model;
    const days = campaigns.map((campaign) => generateCampaignDay(world, campaign, anchorDay));
    const impressions = days.reduce((sum, day) => sum + day.impressions.time.length, 0);
    const taps = days.reduce((sum, day) => sum + day.taps.time.length, 0);
    const installs = days.reduce((sum, day) => sum + day.installs.time.length, 0);
    const organic = world.apps.reduce((sum, app) => sum + generateOrganicDay(world, app, anchorDay).launch.length, 0);
    for (const [actual, planned] of [
      [impressions, volumes.impressions],
      [taps, volumes.taps],
      [installs, volumes.paidInstalls],
      [organic, volumes.organicInstalls],
    ] as const) {
      expect(actual / planned).toBeGreaterThan(0.8);
      expect(actual / planned).toBeLessThan(1.2);
    }
  });

  it('never charges more than the bid and shows no event before its cause', () => {
    for (const campaign of campaigns) {
      const { impressions, taps, installs, start, end } = generateCampaignDay(world, campaign, anchorDay);
      const dearest = Math.max(...campaign.targets.map((target) => target.bid)) * 10_000;
      for (const [index, spend] of taps.spend.entries()) {
        expect(spend).toBeLessThanOrEqual(dearest);
        expect(taps.time[index]).toBeGreaterThanOrEqual(impressions.time[taps.impression[index] ?? 0] ?? 0);
        expect(taps.reported[index]).toBeGreaterThan(taps.time[index] ?? 0);
      }
      for (const time of installs.time) expect(time).toBeLessThan(end - start);
    }
  });

  it('rests for paused and deleted campaigns', () => {
    for (const campaign of campaigns.filter((candidate) => candidate.lastDay !== null)) {
      const lastDay = campaign.lastDay ?? 0;
      expect(generateCampaignDay(world, campaign, lastDay + 1).impressions.time).toHaveLength(0);
      expect(generateCampaignDay(world, campaign, lastDay - 1).impressions.time.length).toBeGreaterThan(0);
    }
  });

  it('restates installs until three days after the end of a day, and never again', () => {
    let changes = 0;
    for (const campaign of campaigns) {
      const day = generateCampaignDay(world, campaign, anchorDay - 1);
      const early = sumCells(day, day.end + 60_000);
      const closed = sumCells(day, day.end + RESTATEMENT_MS);
      expect(sumCells(day, day.end + 10 * RESTATEMENT_MS)).toEqual(closed);
      expect(sumOf(early.figures, IMPRESSIONS)).toBe(sumOf(closed.figures, IMPRESSIONS));
      expect(sumOf(early.figures, TAPS)).toBe(sumOf(closed.figures, TAPS));
      if (sumOf(early.figures, TAP_NEW_DOWNLOADS) !== sumOf(closed.figures, TAP_NEW_DOWNLOADS)) changes += 1;
    }
    expect(changes).toBeGreaterThan(3);
  });

  it('shows impressions before the taps they led to', () => {
    const campaign = campaigns[0];
    if (campaign === undefined) throw new Error('no campaign');
    const day = generateCampaignDay(world, campaign, anchorDay);
    const instant = day.start + (day.taps.time[10] ?? 0);
    const seen = sumCells(day, instant);
    const happened = day.taps.time.filter((time) => day.start + time <= instant).length;
    expect(sumOf(seen.figures, TAPS)).toBeLessThan(happened);
    expect(sumOf(seen.figures, IMPRESSIONS)).toBe(
      day.impressions.time.filter((time) => day.start + time <= instant).length,
    );
  });

  it('gives kept sums that equal fresh ones', () => {
    const store = createActivityStore(world);
    const asOf = (anchorDay + 1) * 86_400_000;
    for (const campaign of campaigns.slice(0, 5)) {
      for (const day of [anchorDay - 200, anchorDay - 50, anchorDay]) {
        const first = store.cells(campaign, day, asOf);
        expect(store.cells(campaign, day, asOf)).toEqual(first);
        expect(sumCells(generateCampaignDay(world, campaign, day), asOf)).toEqual(first);
      }
    }
  });
});
