import { expect, it } from 'vitest';
import { limits } from '../../../infra/operations/test/limits.ts';
import { deliverWithKills } from './killed-deliveries.ts';

it(
  'posts every webhook in the same bytes and in a sequence without gaps, whenever the worker dies and whatever addresses do',
  async () => {
    const world = { events: 300, endpoints: 6, dead: 2, kills: 2, seed: 1309, timeoutMs: 200_000 };
    const { lost, outOfSequence, changed, received, deadPosts } = await deliverWithKills(world);
    expect({ lost, outOfSequence, changed, received }).toEqual({
      lost: 0,
      outOfSequence: 0,
      changed: 0,
      received: 200,
    });
    expect(deadPosts).toBeGreaterThan(0);
  },
  limits.longTestMs,
);
