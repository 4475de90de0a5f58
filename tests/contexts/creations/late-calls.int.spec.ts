import { setTimeout as pause } from 'node:timers/promises';
import type { SearchAdsWriter } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAttempt } from '../../../workflows/src/activity/attempt.ts';
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

/** One attempt of an activity, which is not repeated. */
const attempt = <Result>(work: () => Promise<Result>): Promise<Result> =>
  runAttempt({ activity: 'step', number: 1, cause: 'test', signal: new AbortController().signal }, work);

describe('a process that stood still amid a creation', () => {
  it('sends nothing of what it had decided before, and the step is done once', async () => {
    const id = await world.ask({ keywords: words });
    const { activities } = world.process();
    const check = await activities.readNextStep({ creation_id: id });
    if (check.step !== 'check') throw new Error(`The first step is ${check.step}`);
    await attempt(() => activities.checkRequest({ creation_id: id, ...check }));
    const due = await activities.readNextStep({ creation_id: id });
    if (due.step !== 'campaign') throw new Error(`The second step is ${due.step}`);
    const before = (await world.writes()).length;
    const stalled = world.process(undefined, undefined, () => ({ hasStalled: () => true, stop: () => undefined }));
    const step = attempt(() => stalled.activities.makeCampaign({ creation_id: id, ...due }));
    await expect(step).rejects.toThrow('The process stood still amid a creation');
    expect(await world.writes()).toHaveLength(before);
    expect(await world.process().untilEnd(id)).toMatchObject({ status: 'completed', created: words.length });
    const made = (await world.writes()).slice(before).flatMap(({ effects }) => effects);
    expect(made.filter((effect) => effect.do === 'campaign')).toHaveLength(1);
  });
});
