import { describe, expect, it } from 'vitest';
import { inTurns } from './project-entries.ts';

describe('inTurns', () => {
  it('leaves a turn to what waits, such as the renewal of a lease, between two projections', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('renewal'));
    const results = await inTurns(['first', 'second'], async (name) => {
      order.push(name);
      return name;
    });
    expect(order).toEqual(['first', 'renewal', 'second']);
    expect(results).toEqual(['first', 'second']);
  });

  it('fails with the first that fails, whichever of them is waited for', async () => {
    const failing = inTurns(['sound', 'failing'], async (name) => {
      if (name === 'failing') throw new Error(name);
      return name;
    });
    await expect(failing).rejects.toThrow('failing');
  });
});
