import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { advanceFollower, followerDecider } from './follower.decider.ts';

const name = 'requests';
const first = { name, position: '100', epoch: 2 };
const checkpoint = fold(followerDecider, advanceFollower(undefined, first));

describe('what a follower of the log has reached', () => {
  it('is recorded where it has moved', () => {
    expect(checkpoint).toEqual(first);
    expect(advanceFollower(checkpoint, first)).toEqual([]);
    const next = { ...first, position: '200' };
    expect(advanceFollower(checkpoint, next)).toEqual([{ type: 'FollowerAdvanced', data: next }]);
  });

  it('is taken over under a newer lease, and not moved under an older one any more', () => {
    const succeeded = fold(followerDecider, advanceFollower(checkpoint, { name, position: '90', epoch: 3 }));
    expect(succeeded).toEqual({ name, position: '90', epoch: 3 });
    expect(() => advanceFollower(succeeded, { ...first, position: '300' })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});
