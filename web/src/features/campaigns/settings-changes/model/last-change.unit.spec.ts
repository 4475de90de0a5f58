import type { Change } from '@tapwise/contract';
import { expect, it } from 'vitest';
import { isDecision, lastChangeOf } from './last-change.ts';

const change = (id: string, field: string, outcome: Change['outcome']) => ({ id, field, outcome }) as Change;

it('a value was set by the newest change of it that was made', () => {
  const changes = [
    change('refused', 'cpt_bid', 'refused'),
    change('unconfirmed', 'cpt_bid', 'unknown'),
    change('of another setting', 'status', 'changed'),
    change('made', 'cpt_bid', 'changed'),
    change('older', 'cpt_bid', 'changed'),
  ];
  expect(lastChangeOf(changes, 'cpt_bid')?.id).toBe('made');
  expect(lastChangeOf(changes, 'cpa_goal')).toBeUndefined();
});

it('a rule’s decision is explained while it is what set the keyword’s bid last', () => {
  const byRule = { ...change('rule', 'cpt_bid', 'changed'), actor_kind: 'rule' } as Change;
  const byPerson = { ...change('person', 'cpt_bid', 'changed'), actor_kind: 'person' } as Change;
  expect(isDecision([byRule, byPerson], '1:2:3', 'cpt_bid')).toBe(true);
  expect(isDecision([byPerson, byRule], '1:2:3', 'cpt_bid')).toBe(false);
  expect(isDecision([byRule], '1:2', 'cpt_bid')).toBe(false);
  expect(isDecision([], '1:2:3', 'cpt_bid')).toBe(false);
});
