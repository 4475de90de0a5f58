import type { Change } from '@tapwise/contract';
import { expect, it } from 'vitest';
import { lastChangeOf } from './last-change.ts';

const change = (id: string, field: string, outcome: Change['outcome']) => ({ id, field, outcome }) as Change;

it('a value was set by the newest change of it that was made', () => {
  const changes = [
    change('refused', 'cpt_bid', 'refused'),
    change('in doubt', 'cpt_bid', 'unknown'),
    change('of another setting', 'status', 'changed'),
    change('made', 'cpt_bid', 'changed'),
    change('older', 'cpt_bid', 'changed'),
  ];
  expect(lastChangeOf(changes, 'cpt_bid')?.id).toBe('made');
  expect(lastChangeOf(changes, 'cpa_goal')).toBeUndefined();
});
