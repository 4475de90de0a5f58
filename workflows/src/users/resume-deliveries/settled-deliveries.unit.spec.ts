import { beginAfter, createDeliveryWork } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { settledLately } from './settled-deliveries.ts';

it('gives the position that was settled five to ten minutes ago', () => {
  const work = createDeliveryWork();
  let now = 0;
  const settled = settledLately(work, () => now);
  const after = (minutes: number, position: bigint) => {
    now = minutes * 60_000;
    beginAfter(work, position);
    return settled();
  };
  expect(after(0, 100n)).toBeUndefined();
  expect(after(4, 200n)).toBeUndefined();
  expect(after(5, 300n)).toBeUndefined();
  expect(after(9, 400n)).toBeUndefined();
  expect(after(10, 500n)).toBe(300n);
  expect(after(14, 600n)).toBe(300n);
  expect(after(15, 700n)).toBe(500n);
});
