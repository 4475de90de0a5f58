import { describe, expect, it } from 'vitest';
import { randomDraws } from '../predictions/random-draws.ts';
import { shufflePayments } from './payments/shuffled-payments.ts';

/** Decides what the provider says, and in which order it comes. */
const seed = Date.now() % 2 ** 31;

describe('payment notifications that come twice, in any order, while parts are killed', () => {
  it(`end in the state of the newest, recorded once each (seed ${seed})`, async () => {
    const size = { teams: 8, notificationsPerTeam: 40, kills: 3 };
    const { differences, misrecorded, posts, repeats } = await shufflePayments(randomDraws(seed), size);
    expect(differences).toEqual([]);
    expect(misrecorded).toBe(0);
    expect(posts).toBeGreaterThan(500);
    expect(repeats).toBeGreaterThan(0);
  });
});
