import { expect, it } from 'vitest';
import { paymentRows } from './payment-rows.ts';

it('each step puts another row first and moves the others down', () => {
  const at = (step: number) => paymentRows(step).map(({ row }) => row.keyword);
  expect(at(0)[0]).toBe('sleep sounds');
  expect(at(1).slice(1)).toEqual(at(0).slice(0, -1));
  expect(at(1)[0]).not.toBe(at(0)[0]);
  expect(at(9)).toEqual(at(0));
  expect(paymentRows(4).map(({ age }) => age)).toEqual(paymentRows(0).map(({ age }) => age));
});
