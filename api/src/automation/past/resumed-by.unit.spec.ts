import { expect, it } from 'vitest';
import { resumedBy } from './resumed-by.ts';

it('leaves out units that were resumed after an instant of the past', () => {
  const resumed = { '7:71:72': '2026-11-04T09:00:00.000Z', '7:71:73': '2026-11-04T09:00:00.001Z' };
  expect(resumedBy(resumed, Date.parse('2026-11-04T09:00:00.000Z'))).toEqual({ '7:71:72': resumed['7:71:72'] });
});
