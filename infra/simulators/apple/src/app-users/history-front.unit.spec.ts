import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { APPS, type App } from '../market/world/apps.ts';
import { createHistoryFront } from './history-front.ts';

it('lets no app go more than two days ahead of another, and waits for none that has left', async () => {
  const [slow, fast] = APPS as [App, App];
  const front = createHistoryFront(new AbortController().signal);
  await front.reach(slow, 100);
  await front.reach(fast, 98);
  let isThrough = false;
  const older = front.reach(fast, 97).then(() => {
    isThrough = true;
  });
  await nextTurn();
  expect(isThrough).toBe(false);
  await front.reach(slow, 99);
  await older;
  const oldest = front.reach(fast, 10);
  front.leave(slow);
  await oldest;
});
