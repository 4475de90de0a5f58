import { guardrailsBodySchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import type { GuardrailName, Guardrails } from '../../../../shared/campaigns/changes/guardrail-calls.ts';
import { type GuardrailEdits, readEdits } from './guardrail-edits.ts';
import { changeRows, type Limit, offeredMode, ruleRows } from './guardrail-fields.ts';
import { limitText, readLimit } from './limit-text.ts';

const kept: Guardrails = {
  bid_step: { people: 'warn', rules: 'off', factor: 3, plus: 1 },
  budget_step: { people: 'warn', factor: 3 },
  budget_day: { people: 'warn', share: 1 },
  rows: { people: 'warn', limit: 500 },
  rule_units: { limit: 5000 },
  rule_day: { rules: 'off', share: 1 },
  spend_spike: { rules: 'clip', factor: 1.5, plus: 50 },
  min_data: { impressions: 10 },
  quiet_hours: { rules: 'warn', from: '22:00', to: '06:00' },
  second_person: { on: false },
};
const rows = [...changeRows, ...ruleRows];
const limitOf = (name: GuardrailName, field: string): Limit => {
  const limit = rows.find((row) => row.name === name)?.limits.find((candidate) => candidate.field === field);
  if (limit === undefined) throw new Error(`${name} has no ${field}`);
  return limit;
};
const isAccepted = (name: GuardrailName, setting: object): boolean =>
  guardrailsBodySchema.safeParse({ application_id: 1, guardrails: { [name]: setting } }).success;
const edits = (some: Record<string, string | boolean>) => new Map(Object.entries(some)) as GuardrailEdits;
const read = (some: Record<string, string | boolean>, currency = 'USD') => readEdits(edits(some), kept, currency);

describe('the limits of the page', () => {
  it('are all that the call takes, and nothing else', () => {
    const fields = new Map<string, string[]>([['second_person', ['on']]]);
    for (const { name, limits, people, rules } of rows) {
      const modes = [...(people.length > 0 ? ['people'] : []), ...(rules.length > 0 ? ['rules'] : [])];
      fields.set(name, [...limits.map(({ field }) => field), ...modes]);
    }
    expect([...fields].map(([name, fieldNames]) => [name, fieldNames.toSorted()])).toEqual(
      expect.arrayContaining(Object.entries(kept).map(([name, setting]) => [name, Object.keys(setting).toSorted()])),
    );
  });

  it('have the bounds of the call', () => {
    for (const { name, limits } of rows) {
      for (const { field, kind, least, most } of limits) {
        if (kind === 'time') continue;
        expect([least, most].map((value) => isAccepted(name, { [field]: value }))).toEqual([true, true]);
        expect([least - 1, most + 1].map((value) => isAccepted(name, { [field]: value }))).toEqual([false, false]);
      }
    }
  });

  it('have modes that the call takes; each of the call is one of them, or comes to the same', () => {
    for (const { name, people, rules } of rows) {
      for (const [actorKind, offered, all] of [
        ['people', people, ['off', 'warn', 'confirm', 'block']],
        ['rules', rules, ['off', 'warn', 'clip', 'block']],
      ] as const) {
        if (offered.length === 0) continue;
        expect(offered.every((mode) => isAccepted(name, { [actorKind]: mode }))).toBe(true);
        for (const mode of all) expect(offered).toContain(offeredMode(name, mode));
      }
    }
  });
});

describe('a limit', () => {
  it.each([
    ['bid_step', 'factor', '2.5', 2.5],
    ['bid_step', 'plus', ' $1.50 ', 1.5],
    ['bid_step', 'plus', '0', 0],
    ['budget_day', 'share', '12.5', 0.125],
    ['budget_day', 'share', '100 %', 1],
    ['budget_day', 'share', '0.7', 0.007],
    ['rows', 'limit', '5000', 5000],
    ['quiet_hours', 'from', '05:30', '05:30'],
  ] as const)('%s.%s is read from %j', (name, field, typed, value) => {
    expect(readLimit(limitOf(name, field), typed, 'USD')).toEqual({ value });
  });

  it.each([
    ['bid_step', 'factor', '0.5', 'Enter a number from 1 to 1,000'],
    ['bid_step', 'factor', '1e2', 'Enter a number from 1 to 1,000'],
    ['bid_step', 'factor', '1,5', 'Enter a number from 1 to 1,000'],
    ['bid_step', 'factor', '1.0001', 'At most 3 decimals'],
    ['bid_step', 'plus', '-0', 'Enter a number from 0 to 1,000,000'],
    ['bid_step', 'plus', '0.001', 'At most 2 decimals'],
    ['bid_step', 'plus', '', 'Enter a number from 0 to 1,000,000'],
    ['budget_day', 'share', '10000.1', 'Enter a number from 0 to 10,000'],
    ['budget_day', 'share', '33.33', 'At most one decimal'],
    ['rows', 'limit', '5001', 'Enter a whole number from 1 to 5,000'],
    ['rows', 'limit', '1.5', 'Enter a whole number from 1 to 5,000'],
    ['quiet_hours', 'to', '24:00', 'Enter a time such as 22:00'],
    ['quiet_hours', 'to', '6:00', 'Enter a time such as 22:00'],
  ] as const)('%s.%s refuses %j', (name, field, typed, fault) => {
    expect(readLimit(limitOf(name, field), typed, 'USD')).toEqual({ fault });
  });

  it('has no decimals in yen', () => {
    const plus = limitOf('bid_step', 'plus');
    expect(limitText(plus, 100, 'JPY')).toBe('100');
    expect(readLimit(plus, '¥120', 'JPY')).toEqual({ value: 120 });
    expect(readLimit(plus, '1.5', 'JPY')).toEqual({ fault: 'No decimals are allowed in JPY' });
  });

  it('is read back as it was shown', () => {
    for (const { name, limits } of rows) {
      for (const limit of limits) {
        const value = (kept[name] as Record<string, number | string>)[limit.field] ?? '';
        expect(readLimit(limit, limitText(limit, value, 'USD'), 'USD')).toEqual({ value });
      }
    }
  });
});

describe('edits', () => {
  it('come to what is another than before, and to nothing else', () => {
    expect(read({ 'bid_step.factor': '3.0', 'rows.people': 'warn', 'second_person.on': false })).toEqual({
      wish: {},
      count: 0,
      faults: new Map(),
    });
    expect(
      read({ 'bid_step.factor': '2', 'bid_step.people': 'block', 'rows.limit': '9', 'second_person.on': true }),
    ).toEqual({
      wish: { bid_step: { factor: 2, people: 'block' }, rows: { limit: 9 }, second_person: { on: true } },
      count: 4,
      faults: new Map(),
    });
  });

  it('never set a mode that was not chosen', () => {
    expect(read({ 'spend_spike.rules': 'block', 'quiet_hours.rules': 'off' }).wish).toEqual({});
  });

  it('are held up by what cannot be kept, and by quiet hours without length', () => {
    const wrong = read({ 'rows.limit': 'many', 'quiet_hours.rules': 'block', 'quiet_hours.to': '22:00' });
    expect([...wrong.faults.keys()]).toEqual(['rows.limit', 'quiet_hours.to']);
    expect(wrong.count).toBe(3);
  });
});
