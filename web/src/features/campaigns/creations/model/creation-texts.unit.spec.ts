import type { Creation } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { progressText, shareOf, spanText, stateText, stepsOf, timeText } from './creation-texts.ts';

const started = Date.parse('2026-11-23T10:00:00.000Z');
const creation = (overrides: Partial<Creation> = {}): Creation => ({
  request_id: 'a',
  kind: 'skag',
  asa_organization_id: 40,
  name: 'US · SKAG · Autumn',
  campaign_id: 9,
  offset: 1000,
  total: 2297,
  state: 'running',
  created: 990,
  skipped: 0,
  duplicates: 7,
  error_message: null,
  started_at: new Date(started).toISOString(),
  ended_at: null,
  ...overrides,
});

describe('where a creation is', () => {
  it('is said in keywords, percent and time', () => {
    expect(progressText(creation())).toBe('1,000 of 2,297 keywords');
    expect(Math.floor(shareOf(creation()) * 100)).toBe(43);
    expect(timeText(creation(), started + 80_000)).toBe('1 min 20 s, about 1 min 44 s left, 7 repeat others');
  });

  it('gives no guess from too little, and no share of nothing', () => {
    expect(timeText(creation({ offset: 10, duplicates: 1 }), started + 4_000)).toBe('4 s, 1 repeats another');
    expect(shareOf(creation({ offset: 0, total: 0 }))).toBe(0);
    expect(progressText(creation({ kind: 'discovery', offset: 0, total: 0 }))).toBe('Discovery campaign');
  });

  it.each([
    [0, '0 s'],
    [61_000, '1 min 1 s'],
    [120_000, '2 min'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
  ])('%i ms are %s', (ms, text) => expect(spanText(ms)).toBe(text));

  it('says what holds it up, and what it came to', () => {
    expect(stateText(creation({ state: 'stopped' }))).toMatch('Stopped by Stop all');
    expect(stateText(creation({ state: 'cancelled' }))).toBe(
      'Cancelled at 1,000 of 2,297 keywords. The campaign stays paused.',
    );
    expect(stateText(creation({ state: 'cancelled', kind: 'keywords' }))).toBe('Cancelled at 1,000 of 2,297 keywords.');
    expect(stateText(creation({ state: 'failed', error_message: 'App is not eligible' }))).toBe('App is not eligible');
    expect(stateText(creation({ state: 'completed', created: 2288, skipped: 1 }))).toBe(
      '2,288 created, 1 already there, 7 repeat others',
    );
  });

  it('offers to delete only a campaign it has made itself', () => {
    expect(stepsOf(creation())).toEqual(['cancel']);
    expect(stepsOf(creation({ state: 'queued', campaign_id: null }))).toEqual(['cancel']);
    expect(stepsOf(creation({ state: 'cancelled' }))).toEqual(['continue', 'delete']);
    expect(stepsOf(creation({ state: 'failed', campaign_id: null }))).toEqual([]);
    expect(stepsOf(creation({ state: 'cancelled', campaign_id: null }))).toEqual(['continue']);
    expect(stepsOf(creation({ state: 'failed', kind: 'keywords' }))).toEqual(['continue']);
    expect(stepsOf(creation({ state: 'completed' }))).toEqual(['details', 'open']);
  });
});
