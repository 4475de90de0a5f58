import { describe, expect, it } from 'vitest';
import {
  clipped,
  completed,
  cooling,
  reached,
  rule,
  verdict,
} from '../../../../testing/fixtures/automation-fixtures.ts';
import { distanceText } from './amounts.ts';
import { orderVerdicts } from './verdict-order.ts';
import { bidLadder, explain, nearestText, shortReason } from './why.ts';

const params = rule().automation_params;
const textOf = (...args: Parameters<typeof explain>) =>
  explain(...args)
    .map((phrase) => (typeof phrase === 'string' ? phrase : phrase.strong))
    .join('');

describe('a decision', () => {
  it('that raised a bid says the step and what cut it', () => {
    expect(textOf(clipped, params, 'USD')).toBe(
      'Every cap still had room, so the rule raised the bid. The default step for bids of 1 to 2 is 0.20; the CPT bid cap of 1.70 cut it to 0.10.',
    );
    expect(textOf(verdict('a', { old: 0.5, computed: 0.6, new: 0.6 }), params, 'USD')).toContain(
      'for bids below 1 is 0.10.',
    );
    const percent = { ...params, step_type: 'percentage', step_value: 10 } as const;
    expect(textOf(verdict('a', { old: 7.5, computed: 8.25, new: 8.25 }), percent, 'USD')).toContain(
      '10 % of the bid is 0.75.',
    );
  });

  it('that waits for a figure says so, and names the figures where they are known', () => {
    const waiting = { ...cooling, reason: 'no_fresh_data' as const, message: null };
    expect(textOf(waiting, params, 'USD')).toBe('A figure that decides could not be read, so the bid stays as it is.');
    const named = { ...waiting, message: 'Not known for every day: impressions' };
    expect(textOf(named, params, 'USD')).toBe('Not known for every day: impressions.');
  });

  it('shows the new bid line by line, each to the digit', () => {
    expect(bidLadder(clipped, params, 'USD').map(({ label, term, amount }) => [label, term, amount])).toEqual([
      ['Bid before', '', '1.60'],
      ['Default step', '0.10 × (1 + 1)', '+ 0.20'],
      ['Computed', '', '1.80'],
      ['Clipped by CPT bid cap', '1.70', '− 0.10'],
      ['New bid', '', '1.70'],
    ]);
    expect(bidLadder(cooling, params, 'USD')).toEqual([]);
  });

  it('that leaves the bid at its limit, or above it, shows the bid as it stays', () => {
    const caps = [{ cap: 'cpt_bid_cap' as const, value: 3.4, limit: 3, reached: true }];
    const kept = verdict('a', {
      verdict: 'limited',
      old: 3.4,
      computed: 3.8,
      new: null,
      limited_by: 'cpt_bid_cap',
      caps,
    });
    expect(bidLadder(kept, params, 'USD').map(({ label, term, amount }) => [label, term, amount])).toEqual([
      ['Bid before', '', '3.40'],
      ['Default step', '0.10 × (3 + 1)', '+ 0.40'],
      ['Computed', '', '3.80'],
      ['Clipped by CPT bid cap', '3.00', '− 0.40'],
      ['New bid', '', '3.40'],
    ]);
  });

  it('names no kind of step where the params of its version are not known any more', () => {
    expect(bidLadder(clipped, null, 'USD')[1]).toEqual({ label: 'Step', term: '', amount: '+ 0.20' });
    expect(textOf(clipped, null, 'USD')).toContain('The step was 0.20');
  });

  it.each([
    [verdict('a'), 'Under all caps'],
    [verdict('a', { caps: [] }), 'No caps are set'],
    [clipped, 'Clipped to the CPT bid cap 1.70'],
    [reached, 'CPA 3.92 reached the cap 3.50'],
    [completed, 'Installs 31 reached the cap 30'],
    [verdict('a', { verdict: 'limited', limited_by: 'daily_budget' }), 'Bid is at the daily budget'],
    [cooling, 'Its bid was set by someone else, no raise for 24 h'],
    [{ ...cooling, message: 'Already raised by Core' }, 'Already raised by Core'],
    [verdict('a', { verdict: 'failed', message: 'Keyword not editable' }), 'Keyword not editable'],
  ])('gives its reason in a few words', (verdictRow, words) => {
    expect(shortReason(verdictRow, 'USD')).toBe(words);
  });

  it('names the cap that stops a unit, else the one it is nearest to', () => {
    expect(nearestText(verdict('a'), 'USD')).toEqual({ name: 'Installs', distance: '5 left' });
    expect(nearestText(clipped, 'USD')).toEqual({ name: 'CPT bid', distance: '0.00 left' });
    expect(nearestText(reached, 'USD')).toEqual({ name: 'CPA', distance: 'over by 0.42' });
    expect(nearestText(cooling, 'USD')).toBeNull();
  });

  it('measures the way to a cap in its own unit', () => {
    expect(distanceText('impression_share_cap', 0.5731, 0.6, 'USD')).toBe('2.69 pp left');
    expect(distanceText('impressions_cap', 1040, 1000, 'USD')).toBe('over by 40');
    expect(distanceText('cpt_bid_cap', 120, 132, 'JPY')).toBe('12 left');
    expect(distanceText('cpt_bid_cap', 1.7, 1.7, 'USD')).toBe('0.00 left');
    expect(distanceText('impression_share_cap', null, 0.6, 'USD')).toBe('–');
  });
});

it('units are in the order of their outcomes, the nearest to a cap first', () => {
  const far = verdict('far', { caps: [{ cap: 'installs_cap', value: 1, limit: 30, reached: false }] });
  const order = orderVerdicts([cooling, completed, far, reached, clipped]).map(({ keyword }) => keyword);
  expect(order).toEqual(['sleep sounds', 'far', 'deep sleep', 'rain on a roof', 'calm']);
});
