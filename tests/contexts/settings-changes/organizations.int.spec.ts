import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

/** An organization that the ad service leaves without an answer, beside one that it answers; more campaigns than requests at a time. */
const silent = 4701;
const answered = 4702;
const places = [1, 2, 3, 4, 5, 6, 7, 8];
const campaignOf = (orgId: number, index: number) => orgId * 100 + index;

let world: SettingsChangeWorld;
beforeAll(async () => {
  world = await startSettingsChangeWorld();
  for (const orgId of [silent, answered]) {
    await world.organization(
      orgId,
      places.map((index) => {
        const id = campaignOf(orgId, index);
        return { id, keyword: { adGroupId: id * 10 + 1, keywordId: id * 10 + 2, bid: 1_000_000 } };
      }),
    );
  }
});
afterAll(() => world.stop());

const setBid = (orgId: number, index: number, bid: number) => {
  const id = campaignOf(orgId, index);
  const new_bids = { [`${id}:${id * 10 + 1}:${id * 10 + 2}`]: bid };
  return world.call('PUT', 'keywords_bids', { asa_organization_id: orgId, new_bids });
};
const bids = (orgId: number) =>
  places.map((index) => {
    const [keyword = {}] = world.service.world.keywords.get(campaignOf(orgId, index)) ?? [];
    return (keyword.bidAmount as { amount: string }).amount;
  });
const callsOf = (orgId: number) => world.service.calls.filter(({ context }) => context === `orgId=${orgId}`);

/** What has become of the one row of a change by now. */
const outcomeOf = async (change_id: string) => {
  const query = { application_id: world.applicationId, change_id };
  const { body } = await world.api.call('GET', '/api/asa/changes', { token: world.owner.token, query });
  return (body.results as { outcome: string }[])[0]?.outcome;
};

describe('an organization that the ad service does not answer', () => {
  it('delays no change of another one, and loses none of its own', async () => {
    world.service.away.add(`orgId=${silent}`);
    const waiting = places.map((index) => setBid(silent, index, 2));
    await expect.poll(() => callsOf(silent).length).toBe(5);
    for (const { status, body } of await Promise.all(places.map((index) => setBid(answered, index, 3)))) {
      expect({ status, body }).toMatchObject({ status: 200, body: { results: [{ outcome: 'changed', new: 3 }] } });
    }
    expect(bids(answered)).toEqual(places.map(() => '3'));
    // Of the other one five requests are under way, as at the beginning: no answer came, and no more may be.
    expect(callsOf(silent)).toHaveLength(5);
    expect(bids(silent)).toEqual(places.map(() => '1'));

    world.service.away.clear();
    world.service.hangUp();
    for (const { body } of await Promise.all(waiting)) {
      await expect.poll(() => outcomeOf(String(body.change_id))).toBe('changed');
    }
    expect(bids(silent)).toEqual(places.map(() => '2'));
    expect(callsOf(silent).filter(({ method }) => method === 'PUT')).toHaveLength(places.length);
  });
});
