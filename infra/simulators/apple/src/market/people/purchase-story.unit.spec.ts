import { describe, expect, it } from 'vitest';
import { parseDay } from '../../base/calendar/calendar-days.ts';
import { createActivityStore } from '../activity/activity-store.ts';
import { createWorld } from '../world/world.ts';
import { type Person, peopleOf, sourcesOf } from './person.ts';
import type { PurchaseStory, StoreEvent } from './purchase.ts';
import { isBuyer, purchaseStoryOf } from './purchase-story.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 3, scale: 1, anchorDay });
const activity = createActivityStore(world);
const people = world.apps.flatMap((app) =>
  Array.from({ length: 30 }, (_, index) => index + 1).flatMap((days) =>
    sourcesOf(world, app, anchorDay - days).flatMap((source) => peopleOf(world, activity, source)),
  ),
);
const stories = people.flatMap((person) => {
  const story = purchaseStoryOf(world, person);
  return story === null ? [] : [{ person, story }];
});
const messages = (story: PurchaseStory): readonly StoreEvent[] =>
  story.events.flatMap((event) => (event.kind === 'notification' ? [event] : []));
const all = stories.flatMap(({ story }) => messages(story));
const count = (type: string, subtype?: string) =>
  all.filter((event) => event.type === type && (subtype === undefined || event.subtype === subtype)).length;

describe('purchase stories', () => {
  it('are the same whenever they are made', () => {
    for (const { person, story } of stories.slice(0, 50)) expect(purchaseStoryOf(world, person)).toEqual(story);
  });

  it('belong to buyers only, and begin after the first launch', () => {
    expect(stories.map(({ person }) => person.key)).toEqual(
      people.filter((person: Person) => isBuyer(world, person)).map((person) => person.key),
    );
    for (const { person, story } of stories)
      for (const event of story.events) expect(event.deliverAt).toBeGreaterThan(person.launchedAt);
  });

  it('never use a transaction twice for two sales, nor an install id twice', () => {
    const sales = all.filter((event) => ['SUBSCRIBED', 'DID_RENEW', 'ONE_TIME_CHARGE'].includes(event.type));
    expect(new Set(sales.map((event) => event.transaction.id)).size).toBe(sales.length);
    expect(new Set(people.map((person) => person.installId)).size).toBe(people.length);
  });

  it('hold every kind of message that a shop sees', () => {
    const kinds: readonly [string, string?][] = [
      ['SUBSCRIBED', 'INITIAL_BUY'],
      ['SUBSCRIBED', 'RESUBSCRIBE'],
      ['DID_RENEW'],
      ['DID_RENEW', 'BILLING_RECOVERY'],
      ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED'],
      ['DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED'],
      ['DID_CHANGE_RENEWAL_PREF', 'UPGRADE'],
      ['DID_FAIL_TO_RENEW'],
      ['DID_FAIL_TO_RENEW', 'GRACE_PERIOD'],
      ['GRACE_PERIOD_EXPIRED'],
      ['EXPIRED', 'VOLUNTARY'],
      ['EXPIRED', 'BILLING_RETRY'],
      ['ONE_TIME_CHARGE'],
      ['REFUND'],
    ];
    for (const [type, subtype] of kinds)
      expect([type, subtype, count(type, subtype) > 0]).toEqual([type, subtype, true]);
  });

  it('turn four to nine of a hundred installs into trials', () => {
    const trials = all.filter((event) => event.type === 'SUBSCRIBED' && event.transaction.offer !== null).length;
    expect(trials / people.length).toBeGreaterThan(0.04);
    expect(trials / people.length).toBeLessThan(0.11);
  });

  it('charge nothing for free trials and the list price for all else', () => {
    for (const { transaction } of all) {
      if (transaction.offer?.discount === 'FREE_TRIAL') expect(transaction.priceMilli).toBe(0);
      else expect(transaction.priceMilli).toBeGreaterThan(0);
    }
    const american = all.find(
      (event) => event.transaction.storefront === 'US' && event.transaction.product.productId === 'moonvale.weekly',
    );
    expect([american?.transaction.priceMilli, american?.transaction.currency]).toEqual([6990, 'USD']);
  });

  it('have the app link untagged purchases, each subscription once', () => {
    for (const { story } of stories) {
      const links = story.events.filter((event) => event.kind === 'link');
      expect(links).toHaveLength(story.tagged ? 0 : 1);
      expect(links.every((link) => link.transaction.id === link.transaction.originalId)).toBe(true);
    }
  });

  it('let some messages overtake others', () => {
    const overtaken = stories.filter(({ story }) =>
      story.events.some((event, index) => event.at < (story.events[index - 1]?.at ?? 0)),
    );
    expect(overtaken.length).toBeGreaterThan(0);
    expect(overtaken.length / stories.length).toBeLessThan(0.1);
  });
});
