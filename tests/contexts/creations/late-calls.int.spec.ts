import { setTimeout as pause } from 'node:timers/promises';
import type { SearchAdsWriter } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreationWorld, campaignOf, existingCreation, startCreationWorld } from './creation-world.ts';
import { dyingWriter } from './dying-writer.ts';

let world: CreationWorld;
beforeAll(async () => {
  world = await startCreationWorld();
});
afterAll(() => world.stop());

/** A writer whose first call of a name is made by a process that dies, and comes in only when the next process sends the same. */
function lateCalls(name: 'createNegatives' | 'createKeywords') {
  let lateCall: (() => Promise<unknown>) | undefined;
  const first = (writer: SearchAdsWriter): SearchAdsWriter => {
    const call = writer[name].bind(writer) as (...args: unknown[]) => Promise<unknown>;
    const held = (...args: unknown[]) => {
      lateCall ??= () => call(...args);
      return Promise.resolve(undefined);
    };
    return dyingWriter({ ...writer, [name]: held }, (called) => (called === name ? 'dies after' : 'lives')).writer;
  };
  const next = (writer: SearchAdsWriter): SearchAdsWriter => {
    const call = writer[name].bind(writer) as (...args: unknown[]) => Promise<unknown>;
    const after = async (...args: unknown[]) => {
      await lateCall?.();
      return call(...args);
    };
    return { ...writer, [name]: after };
  };
  return { first, next, isHeld: () => lateCall !== undefined };
}

const words = ['word one', 'word two', 'word three'];
const negatives = ['free', 'cheap'];

describe('a creation whose worker died with a call under way that comes in after its rows were looked for', () => {
  it.each([
    ['createNegatives', { keywords: words, negatives }],
    ['createKeywords', { plan: { kind: 'discovery', match: 'BROAD' }, keywords: words, negatives }],
  ] as const)('records all that %s made, as made', async (name, requested) => {
    const { first, next, isHeld } = lateCalls(name);
    const id = await world.ask(requested);
    void world.process(first).untilEnd(id);
    while (!isHeld()) await pause(5);
    const state = existingCreation(await world.process(next).untilEnd(id));
    expect(state).toMatchObject({ status: 'completed', created: words.length });
    const { keywords, negatives: recorded } = await campaignOf(world.log, state.campaigns[0]?.campaign_id ?? 0);
    expect([...keywords.values()].map(({ text }) => text).toSorted()).toEqual(words.toSorted());
    expect([...recorded.values()].map(({ text }) => text).toSorted()).toEqual(negatives.toSorted());
  });
});
