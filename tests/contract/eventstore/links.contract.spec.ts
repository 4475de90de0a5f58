import { binaryEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  freshStream,
  numberedEvents,
  startEventStore,
  take,
} from '../../support/engines/eventstore-node.ts';

let store: EventStoreUnderTest;
beforeAll(async () => {
  store = await startEventStore();
});
afterAll(() => store.stop());

async function linkTo(target: string): Promise<string> {
  const links = freshStream('links');
  await store.client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(target) }));
  return links;
}

async function readOne(stream: string, resolveLinkTos: boolean) {
  const [resolved] = await collect(store.client.readStream(stream, { resolveLinkTos }));
  return resolved;
}

describe('a link', () => {
  it('is replaced by the event it names, which equals a direct read of it, with the link beside it', async () => {
    const target = freshStream();
    await store.client.appendToStream(target, numberedEvents(3));
    const [, second] = await collect(store.client.readStream(target));
    const links = await linkTo(`1@${target}`);
    const resolved = await readOne(links, true);
    expect(resolved?.event).toEqual(second?.event);
    expect(resolved?.link).toMatchObject({ streamId: links, type: '$>', revision: 0n });
    const [received] = await take(store.client.subscribeToStream(links, { resolveLinkTos: true }), 1);
    expect(received?.event).toEqual(second?.event);
  });

  it('is delivered as it is when links are not to be resolved', async () => {
    const links = await linkTo(`0@${freshStream()}`);
    const plain = await readOne(links, false);
    expect(plain?.event?.type).toBe('$>');
    expect(plain?.link).toBeUndefined();
  });

  it('comes without an event when its target is missing', async () => {
    const links = await linkTo(`0@${freshStream()}`);
    const dangling = await readOne(links, true);
    expect(dangling?.event).toBeUndefined();
    expect(dangling?.link?.streamId).toBe(links);
  });

  it('comes without an event when its target is deleted or cut off', async () => {
    const deleted = freshStream();
    const cut = freshStream();
    for (const stream of [deleted, cut]) await store.client.appendToStream(stream, numberedEvents(3));
    await store.client.deleteStream(deleted);
    await store.client.setStreamMetadata(cut, { truncateBefore: 2 });
    for (const stream of [deleted, cut]) {
      const dangling = await readOne(await linkTo(`0@${stream}`), true);
      expect(dangling?.event).toBeUndefined();
      expect(dangling?.link).toBeDefined();
    }
  });
});
