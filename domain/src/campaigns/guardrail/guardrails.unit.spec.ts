import { describe, expect, it } from 'vitest';
import type { ChangeRow } from '../change/change-row.ts';
import { sampleCampaign } from '../change/sample-change.fixture.ts';
import { defaultGuardrails, guardrailBreaches, withNotes } from './guardrails.ts';

const row = (key: string, field: ChangeRow['field'], base: ChangeRow['base'], set: ChangeRow['new']): ChangeRow => ({
  key,
  field,
  base,
  new: set,
});
const scope = (currency = 'USD', budgetsToday = { atMidnight: 0, raised: 0 }) => ({
  currency,
  budgetsToday,
  campaigns: new Map([[700, sampleCampaign()]]),
});
const breaches = (rows: readonly ChangeRow[], currency = 'USD', today?: { atMidnight: number; raised: number }) =>
  guardrailBreaches(rows, defaultGuardrails(currency), scope(currency, today)).map(
    ({ guardrail, limit, value, mode }) => [guardrail, limit, value, mode],
  );

describe('guardrails of people', () => {
  it.each([
    ['a bid up to three times', row('700:710:720', 'cpt_bid', 1_000_000, 3_000_000), []],
    ['a bid beyond that', row('700:710:720', 'cpt_bid', 1_000_000, 3_010_000), [['bid_step', 3, 3.01, 'warn']]],
    ['a small bid up to one more', row('700:710:720', 'cpt_bid', 100_000, 1_100_000), []],
    ['a small bid beyond that', row('700:710:720', 'cpt_bid', 100_000, 1_110_000), [['bid_step', 1.1, 1.11, 'warn']]],
    ['a bid that was the ad group’s', row('700:710:721', 'cpt_bid', null, 3_010_000), [['bid_step', 3, 3.01, 'warn']]],
    ['a keyword that follows', { ...row('700:710:720', 'cpt_bid', 1, 9_000_000), parent: 0 }, []],
    ['a lower bid', row('700:710:720', 'cpt_bid', 9_000_000, 10_000), []],
    ['a daily budget', row('700', 'daily_cap', 10_000_000, 30_010_000), [['budget_step', 30, 30.01, 'warn']]],
    ['a target CPA', row('700', 'target_cpa', 3_000_000, 9_010_000), [['budget_step', 9, 9.01, 'warn']]],
    ['a first target CPA', row('700', 'target_cpa', null, 90_000_000), []],
    ['a goal', row('700:710', 'cpa_goal', 1_000_000, 90_000_000), []],
  ] as const)('see %s', (_, changeRow, expected) => {
    expect(breaches([changeRow])).toEqual(expected);
  });

  it('allow 100 yen more', () => {
    expect(breaches([row('700:710:720', 'cpt_bid', 10_000_000, 110_000_000)], 'JPY')).toEqual([]);
    expect(breaches([row('700:710:720', 'cpt_bid', 10_000_000, 111_000_000)], 'JPY')).toEqual([
      ['bid_step', 110, 111, 'warn'],
    ]);
  });

  it('add up what daily budgets were raised by today', () => {
    const raise = row('700', 'daily_cap', 20_000_000, 30_000_000);
    expect(breaches([raise], 'USD', { atMidnight: 25_000_000, raised: 15_000_000 })).toEqual([]);
    expect(breaches([raise], 'USD', { atMidnight: 25_000_000, raised: 15_010_000 })).toEqual([
      ['budget_day', 25, 25.01, 'warn'],
    ]);
  });

  it('count rows, and say so at the first', () => {
    const rows = Array.from({ length: 501 }, (_, id) => row(`700:710:${id + 1}`, 'status', 'ENABLED', 'PAUSED'));
    const exceeded = guardrailBreaches(rows, defaultGuardrails('USD'), scope());
    expect(exceeded).toEqual([{ key: '', field: '', guardrail: 'rows', limit: 500, value: 501, mode: 'warn' }]);
    const noted = withNotes([{ ...rows[0], note: 'Before' } as ChangeRow, ...rows.slice(1)], exceeded, 'USD');
    expect(noted[0]?.note).toBe('Before. Guardrail: a change should have at most 500 rows');
    expect(noted[1]?.note).toBeUndefined();
  });

  it('name a target CPA as one', () => {
    const target = row('700', 'target_cpa', 3_000_000, 10_000_000);
    const [noted] = withNotes([target], guardrailBreaches([target], defaultGuardrails('USD'), scope()), 'USD');
    expect(noted?.note).toBe('Guardrail: a target CPA should rise to at most 9.00 in one step');
  });
});
