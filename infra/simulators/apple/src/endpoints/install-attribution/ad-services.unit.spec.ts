import { describe, expect, it } from 'vitest';
import { parseDay } from '../../base/calendar/calendar-days.ts';
import { createActivityStore } from '../../market/activity/activity-store.ts';
import { isAttributed, type Person, peopleOf } from '../../market/people/person.ts';
import { createWorld } from '../../market/world/world.ts';
import { set, write } from '../../testing/written-effects.ts';
import { createAdServices } from './ad-services.ts';
import { mintToken } from './attribution-token.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 1, scale: 1, anchorDay });
const activity = createActivityStore(world);
const adServices = createAdServices(world, activity);
const people = world.campaigns.flatMap((campaign) =>
  peopleOf(world, activity, { kind: 'campaign', index: campaign.index, day: anchorDay }),
);
const organic = peopleOf(world, activity, { kind: 'organic', index: 0, day: anchorDay });

const LATER = 900_000;
const ask = (person: Person, after: number) =>
  adServices.exchange(mintToken({ person: person.key, mintedAt: person.launchedAt }), person.launchedAt + after, null);

describe('AdServices', () => {
  it('names the ad that led to an install, the same each time', () => {
    for (const person of people) {
      const response = ask(person, LATER);
      expect(ask(person, LATER + 1)).toEqual(response);
      if (!isAttributed(person.origin)) {
        expect(response).toEqual({ status: 200, body: { attribution: false } });
        continue;
      }
      const { campaign, target, claim } = person.origin;
      const ids = {
        orgId: campaign.org.orgId,
        campaignId: campaign.id,
        adGroupId: target.adGroup.id,
        countryOrRegion: person.country,
      };
      expect(response.body).toMatchObject({ attribution: true, ...ids });
      if (target.keyword === null) expect(response.body).not.toHaveProperty('keywordId');
      else expect(response.body).toHaveProperty('keywordId', target.keyword.id);
      if (claim === 'view') expect(response.body).toHaveProperty('claimType', 'Impression');
    }
  });

  it('names the ad that was enabled when the impression happened', () => {
    const freshWorld = createWorld({ seed: 1, scale: 1, anchorDay });
    const ads = createAdServices(freshWorld, createActivityStore(freshWorld));
    const person = people.find(({ origin }) => isAttributed(origin) && origin.target.adGroup.ads.length === 0);
    if (person?.origin == null) throw new Error('nobody came without an ad');
    const { campaign, target, impressionAt } = person.origin;
    const exchangedBody = () =>
      ads.exchange(mintToken({ person: person.key, mintedAt: person.launchedAt }), person.launchedAt + LATER, null)
        .body;
    const creative = freshWorld.creatives.find(({ app }) => app === campaign.app)?.id ?? 0;
    const ids = { campaign: campaign.index, adGroup: target.adGroup.id, creative };
    const first = freshWorld.written.nextId('ad');
    const second = freshWorld.written.nextId('ad', 1);
    expect(exchangedBody()).not.toHaveProperty('adId');
    write(freshWorld, impressionAt - 2000, [{ do: 'ad', id: first, ...ids, name: 'First', status: 'ENABLED' }]);
    expect(exchangedBody()).toHaveProperty('adId', first);
    write(freshWorld, impressionAt - 1000, [set(campaign, first, { status: 'PAUSED' })]);
    expect(exchangedBody()).not.toHaveProperty('adId');
    write(freshWorld, impressionAt + 1000, [{ do: 'ad', id: second, ...ids, name: 'Second', status: 'ENABLED' }]);
    expect(exchangedBody()).not.toHaveProperty('adId');
  });

  it('does not attribute organic installs and those of ad groups aimed at a gender', () => {
    expect(ask(organic[0] as Person, LATER).body).toEqual({ attribution: false });
    const aimed = people.filter((person) => person.origin?.target.adGroup.gender !== null);
    expect(aimed.length).toBeGreaterThan(0);
    for (const person of aimed) expect(ask(person, LATER).body).toEqual({ attribution: false });
  });

  it('knows one token in fourteen only after a while when it is fresh, and nearly all that are asked about late', () => {
    const unknown = people.filter((person) => ask(person, 100).status === 404);
    expect(unknown.length / people.length).toBeGreaterThan(0.05);
    expect(unknown.length / people.length).toBeLessThan(0.09);
    expect(unknown.every((person) => ask(person, LATER).status === 200)).toBe(true);
    const late = people.filter((person) => {
      const mintedAt = person.launchedAt + 86_400_000;
      return adServices.exchange(mintToken({ person: person.key, mintedAt }), mintedAt, null).status === 404;
    });
    expect(late.length / people.length).toBeLessThan(0.01);
  });

  it('forgets a token 24 hours after it was minted', () => {
    const [person] = people;
    expect(ask(person as Person, 86_399_000).status).toBe(200);
    expect(ask(person as Person, 86_400_001).status).toBe(404);
  });

  it('refuses what was never minted', () => {
    const now = anchorDay * 86_400_000;
    for (const text of [
      '',
      'garbage',
      Buffer.from('{"p":"x"}').toString('base64'),
      mintToken({ person: 12, mintedAt: now + 3_600_000 }),
    ]) {
      expect(adServices.exchange(text, now, null)).toEqual({ status: 400, body: null });
    }
    expect(adServices.exchange(mintToken({ person: 60_000, mintedAt: now }), now, null).status).toBe(400);
  });

  it('has the fixed record of development builds', () => {
    const now = anchorDay * 86_400_000;
    expect(adServices.exchange(mintToken({ person: null, mintedAt: now }), now, null).body).toMatchObject({
      campaignId: 1234567890,
    });
  });

  it('follows the switch for unknown tokens', () => {
    const token = mintToken({ person: (people[0] as Person).key, mintedAt: anchorDay * 86_400_000 });
    expect(adServices.exchange(token, anchorDay * 86_400_000, 1).status).toBe(404);
    expect(adServices.exchange(token, anchorDay * 86_400_000, 0).status).toBe(200);
  });
});
