import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CreationWorld,
  existingCreation,
  type RequestedCreation,
  scope,
  startCreationWorld,
} from './creation-world.ts';
import { dyingWriter, type Fate } from './dying-writer.ts';

let world: CreationWorld;
// One for each: waiting moves the clock of processes on and not that of the simulated Apple, by which what is ours is recognized.
beforeEach(async () => {
  world = await startCreationWorld();
});
afterEach(() => world.stop());

/** Numbers from 0 to 1 that depend on the seed alone. */
function drawn(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const words = Array.from({ length: 45 }, (_, index) => `word ${index}`);
const skag: RequestedCreation = { keywords: words, negatives: ['free', 'cheap'] };
const discovery: RequestedCreation = {
  plan: { kind: 'discovery', match: 'BROAD', search_match: true },
  keywords: words,
  negatives: ['free', 'cheap'],
};

/** Has a creation carried out by one process after another, each of which dies at some call. @returns how many died. */
async function carryOut(id: string, draw: () => number, share: number): Promise<number> {
  const firstAt = 1 + Math.floor(draw() * 6);
  for (let deaths = 0; ; ) {
    let dead = false;
    let calls = 0;
    const fateOf = (): Fate => {
      if (dead) return 'dies before';
      calls += 1;
      dead = deaths === 0 ? calls === firstAt : deaths < 12 && draw() < share;
      return !dead ? 'lives' : draw() < 0.5 ? 'dies after' : 'dies before';
    };
    const dying = dyingWriter(world.writer, fateOf);
    const ended = world.process(() => dying.writer).untilEnd(id);
    const end = await Promise.race([ended.then(() => 'ended' as const), dying.died.then(() => 'died' as const)]);
    if (end === 'ended') return deaths;
    deaths += 1;
  }
}

/** Answers of Apple that say nothing about the effect, or deny what has happened. */
const nasty = (draw: () => number) =>
  Array.from({ length: 12 }, () => ({
    ...(draw() < 0.5 ? { method: 'POST', path: '/adgroups' } : { path: '/targetingkeywords' }),
    answer: draw() < 0.4 ? ('lost' as const) : draw() < 0.7 ? 500 : 429,
    effect: draw() < 0.5,
  })).map((fault) => (fault.answer === 429 ? { ...fault, effect: false } : fault));

async function expectOnce(id: string): Promise<void> {
  const state = existingCreation(await world.state(id));
  expect(state).toMatchObject({ status: 'completed', offset: words.length, created: words.length });
  const { request, campaigns } = state;
  const campaignId = campaigns[0]?.campaign_id ?? 0;
  const matchingCampaigns = await world.writer.findCampaignsByName(scope, [request.campaigns[0]?.name ?? '']);
  expect(matchingCampaigns).toMatchObject([{ id: campaignId, status: 'ENABLED', deleted: false }]);
  const names = request.campaigns[0]?.match === 'BROAD' ? ['Broad', 'Search Match'] : words;
  const adGroupNames = names.flatMap((name) => [name, `${name} 2`]);
  const adGroups = (await world.writer.findAdGroupsByName(scope, campaignId, adGroupNames)).filter(
    ({ deleted }) => !deleted,
  );
  expect(adGroups.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const ids = adGroups.map((adGroup) => adGroup.id);
  const keywords = (await world.writer.findKeywordsOf(scope, campaignId, ids)).filter(({ deleted }) => !deleted);
  expect(keywords.map(({ text }) => text).toSorted()).toEqual(words.toSorted());
  const negatives = await world.writer.findNegatives(scope, campaignId);
  expect(negatives.map(({ text }) => text).toSorted()).toEqual(['cheap', 'free']);
}

describe('a creation', () => {
  it('waits while Apple is away for an hour, and is there once and whole when it is back', async () => {
    const id = await world.ask(skag);
    const process = world.process();
    const before = world.skipped();
    for (let limit = 0; existingCreation(await world.state(id)).offset < 25 && limit < 20; limit += 1)
      await process.step(id);
    await world.simulator.faults({ fail_next: 100_000 });
    let away = 0;
    while (away < 3600) {
      const step = await process.step(id);
      if (step.done) throw new Error('It has ended while Apple was away');
      away += step.again_seconds;
      world.skip(step.again_seconds);
    }
    expect(existingCreation(await world.state(id))).toMatchObject({ offset: 25, delayedSince: expect.any(String) });
    await world.simulator.faults({ fail_next: 0 });
    await process.untilEnd(id);
    await expectOnce(id);
    expect(world.skipped() - before).toBeGreaterThanOrEqual(3_600_000);
  });
});

describe.each([
  ['a SKAG campaign', skag],
  ['a discovery campaign', discovery],
])('%s', (_, creation) => {
  const seeds = [1, 2].map((index) => (Date.now() * 31 + index * 7919) % 2 ** 31);
  it.each(seeds)(
    'is there once and whole, whenever its workers die and whatever Apple answers (seed %i)',
    async (seed) => {
      const draw = drawn(seed);
      await world.simulator.faults({ write_faults: nasty(draw), duplicates: draw() < 0.5 ? 'partial' : 'refused' });
      const id = await world.ask(creation);
      expect(await carryOut(id, draw, 0.15)).toBeGreaterThan(0);
      await expectOnce(id);
    },
    60_000,
  );
});
