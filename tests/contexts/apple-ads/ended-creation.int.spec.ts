import type { SearchAdsWriter } from '@tapwise/adapters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CreationWorld,
  campaignOf,
  existingCreation,
  scope,
  startCreationWorld,
} from '../creations/creation-world.ts';

const keywords = ['rain', 'snow', 'wind'];
let world: CreationWorld;
let newer: SearchAdsWriter;

// Its clock goes on by days, which that of the service does not.
beforeEach(async () => {
  world = await startCreationWorld();
  newer = world.simulator.searchAds({ api: 'v1' }).writer;
});
afterEach(() => world.stop());

describe('a creation in the middle of which the older interface ends', () => {
  it.each([
    { steps: 1, write_faults: [] },
    { steps: 1, write_faults: [{ answer: 'lost', effect: true }] },
    { steps: 3, write_faults: [] },
    { steps: 3, write_faults: [{ answer: 'lost', effect: true }] },
  ])(
    'waits after $steps steps for days, and makes nothing twice over the newer one',
    async ({ steps, write_faults }) => {
      const standing = { now: false };
      const creationId = await world.ask({ keywords });
      const overOlder = world.process(undefined, () => standing.now);
      for (let step = 0; step < steps; step += 1) await overOlder.step(creationId);
      await world.simulator.faults({ write_faults });
      if (write_faults.length > 0) await overOlder.step(creationId);
      await world.simulator.faults({ v5_end: { as: 410 } });
      for (let step = 0; step < 3; step += 1) expect((await overOlder.step(creationId)).done).toBe(false);
      standing.now = true;
      for (let day = 0; day < 3; day += 1) {
        world.skip(86_400);
        expect(await overOlder.step(creationId)).toMatchObject({ done: false });
      }
      expect((await world.state(creationId)).status).not.toBe('failed');

      const ended = existingCreation(await world.process(() => newer).untilEnd(creationId));
      expect(ended.status).toBe('completed');
      const campaignId = ended.campaigns[0]?.campaign_id ?? 0;
      const { campaign } = await campaignOf(world.log, campaignId);
      expect(campaign?.status).toBe('ENABLED');
      const namesakes = await newer.findCampaignsByName(scope, [ended.request.campaigns[0]?.name ?? '']);
      expect(namesakes.map(({ id }) => id)).toEqual([campaignId]);
      const groups = await newer.findAdGroupsByName(scope, campaignId, keywords);
      expect(groups.map(({ name }) => name).sort()).toEqual(keywords);
      const made = await newer.findKeywordsOf(
        scope,
        campaignId,
        groups.map(({ id }) => id),
      );
      expect(made.map(({ text }) => text).sort()).toEqual(keywords);
    },
  );

  it.each([
    ['goes on where its campaign was made', true],
    ['ends in words where it was not', false],
  ])('with a total budget, which the newer one has not, %s', async (_end, effect) => {
    const creationId = await world.ask({ plan: { budget_micros: 900_000_000 }, keywords });
    const overOlder = world.process();
    await overOlder.step(creationId);
    await world.simulator.faults({ write_faults: [{ answer: 'lost', effect }] });
    await overOlder.step(creationId);
    await world.simulator.faults({ v5_end: { as: 410 } });
    const ended = existingCreation(await world.process(() => newer).untilEnd(creationId));
    const made = await newer.findCampaignsByName(scope, [ended.request.campaigns[0]?.name ?? '']);
    if (effect) {
      expect([ended.status, made.map(({ status }) => status)]).toEqual(['completed', ['ENABLED']]);
    } else {
      expect([ended.status, made]).toEqual(['failed', []]);
      expect(ended.failure).toMatchObject({ message: 'Apple no longer has total budgets.' });
    }
  });
});
