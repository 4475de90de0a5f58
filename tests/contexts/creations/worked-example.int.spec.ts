import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/product/product.ts';
import { type CreationWorld, existingCreation, scope, startCreationWorld } from './creation-world.ts';
import { dyingWriter, type Fate } from './dying-writer.ts';

/** The example of the sheet has 2,290 keywords in 92 chunks and dies after 1,000; here it is an eighth as long. */
const distinct = 290;
const repeated = 7;
const negatives = 39;
const diesAt = 125;

let world: CreationWorld;
beforeAll(async () => {
  world = await startCreationWorld();
});
afterAll(() => world.stop());

it('a list of keywords is made with the least possible calls, also when the worker dies in the middle of a chunk', async () => {
  const words = Array.from({ length: distinct }, (_, index) => `keyword ${index}`);
  const copies = words.slice(0, repeated).map((text) => ({ text, copy: true as const }));
  const id = await world.ask({
    keywords: [...words, ...copies],
    negatives: Array.from({ length: negatives }, (_, index) => `negative ${index}`),
  });
  await world.simulator.faults({
    write_faults: [{ method: 'POST', path: '/targetingkeywords/bulk', answer: 400, times: 2 }],
  });
  // In its last chunk ten ad groups are made, of which the answer to the tenth is lost, and eight keywords.
  const left: Record<string, number> = { createAdGroup: 10, createKeywords: 8 };
  let dying = false;
  const fateOf = (name: string): Fate => {
    if (!dying || left[name] === undefined) return 'lives';
    left[name] -= 1;
    if (left[name] < 0) return 'dies before';
    return name === 'createAdGroup' && left[name] === 0 ? 'dies after' : 'lives';
  };
  const first = dyingWriter(world.writer, fateOf);
  const process = world.process(() => first.writer);
  while (existingCreation(await world.state(id)).offset < diesAt) await process.step(id);
  dying = true;
  void process.step(id);
  // Each of its five calls at once has no answer.
  await eventually(
    async () => first.silent(),
    (silent) => silent === 5,
    { everyMs: 5 },
  );
  const second = dyingWriter(world.writer, () => 'lives');
  const state = existingCreation(await world.process(() => second.writer).untilEnd(id));
  expect(state).toMatchObject({
    status: 'completed',
    offset: distinct + repeated,
    created: distinct - 2,
    refused: 2,
    skipped: 0,
  });

  const calls: Record<string, number> = { ...first.calls };
  for (const [name, count] of Object.entries(second.calls)) calls[name] = (calls[name] ?? 0) + count;
  expect(calls).toEqual({
    findCampaignsByName: 1,
    createCampaign: 1,
    createNegatives: 1,
    updateCampaign: 1,
    createAdGroup: distinct,
    createKeywords: distinct,
    deleteAdGroup: 2,
    findAdGroupsByName: 1,
    findKeywordsOf: 1,
  });
  const sum = Object.values(calls).reduce((total, count) => total + count, 0);
  // For 2,290 keywords this is the 4,588 of the sheet.
  expect(sum).toBe(3 + 2 * distinct + 2 + 2 + 1);

  const campaignId = state.campaigns[0]?.campaign_id ?? 0;
  const [campaign] = await world.writer.readCampaigns(scope, [campaignId]);
  expect(campaign?.status).toBe('ENABLED');
  const adGroups = (await world.writer.findAdGroupsByName(scope, campaignId, words)).filter(({ deleted }) => !deleted);
  expect(new Set(adGroups.map(({ name }) => name)).size).toBe(adGroups.length);
  expect(adGroups).toHaveLength(distinct - 2);
  const ids = adGroups.map((adGroup) => adGroup.id);
  expect((await world.writer.findKeywordsOf(scope, campaignId, ids)).filter(({ deleted }) => !deleted)).toHaveLength(
    distinct - 2,
  );
  expect(await world.writer.findNegatives(scope, campaignId)).toHaveLength(negatives);
});
