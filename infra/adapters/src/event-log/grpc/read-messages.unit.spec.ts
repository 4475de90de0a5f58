import { AllStreamPosition, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { followedTypes } from '../reading/followed-types.ts';
import type { ReadRequest, StoredEvent } from '../transport/log-transport.ts';
import { encodeRead, readReadResponse } from './read-messages.ts';

/** What the client library's generated code reads from a request as we write it. */
function options(request: ReadRequest): ReadReq.Options {
  const bytes = encodeRead(request);
  expect(bytes.readUInt32BE(1)).toBe(bytes.length - 5);
  const read = ReadReq.deserializeBinary(bytes.subarray(5)).getOptions();
  if (read === undefined) throw new Error('The request has no options');
  return read;
}

describe('a request to read', () => {
  it('names a stream, where to begin, which way and how many', () => {
    const read = options({ kind: 'stream', stream: 'ströam-1', from: 300n, backwards: true, maxCount: 20 });
    expect(Buffer.from(read.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
      'ströam-1',
    );
    expect(read.getStream()?.getRevision()).toBe('300');
    expect(read.getReadDirection()).toBe(ReadReq.Options.ReadDirection.BACKWARDS);
    expect(read.getCount()).toBe('20');
    expect(read.hasNoFilter()).toBe(true);
    expect(read.getUuidOption()?.hasString()).toBe(true);
    expect(options({ kind: 'stream', stream: 's', from: 'start' }).getStream()?.hasStart()).toBe(true);
    expect(options({ kind: 'stream', stream: 's', from: 'end' }).getStream()?.hasEnd()).toBe(true);
  });

  it('names a position of the whole log', () => {
    const position = options({ kind: 'all', from: 2n ** 40n })
      .getAll()
      ?.getPosition();
    expect(position?.toObject()).toEqual({ commitPosition: String(2n ** 40n), preparePosition: String(2n ** 40n) });
    expect(options({ kind: 'all', from: 'end' }).getAll()?.hasEnd()).toBe(true);
  });

  it('subscribes to streams by prefix, or to everything but the log’s own events', () => {
    const some = options({ kind: 'subscription', from: 'start', streamPrefixes: ['install-', 'ü-'] });
    expect(some.hasSubscription()).toBe(true);
    expect(some.getAll()?.hasStart()).toBe(true);
    expect(some.getFilter()?.getStreamIdentifier()?.getPrefixList()).toEqual(['install-', 'ü-']);
    expect(some.getFilter()?.getMax()).toBe(32);
    expect(some.getFilter()?.getCheckpointintervalmultiplier()).toBe(32);
    expect(options({ kind: 'subscription', from: 7n }).getFilter()?.getEventType()?.getRegex()).toBe(followedTypes);
  });
});

interface Written {
  readonly revision?: string;
  readonly position?: string;
  readonly created?: string;
  readonly contentType?: string;
  readonly metadata?: string;
}

function eventResponse(data: string, written: Written = {}): ReadResp {
  const id = new UUID();
  id.setString('01234567-89ab-4def-8123-456789abcdef');
  const stream = new StreamIdentifier();
  stream.setStreamName(Buffer.from('ströam-1'));
  const event = new ReadResp.ReadEvent.RecordedEvent();
  event.setId(id);
  event.setStreamIdentifier(stream);
  event.setStreamRevision(written.revision ?? '5');
  event.setPreparePosition('1');
  event.setCommitPosition(written.position ?? '123');
  event.getMetadataMap().set('type', 'Täested');
  event.getMetadataMap().set('content-type', written.contentType ?? 'application/json');
  event.getMetadataMap().set('created', written.created ?? '17953920001230000');
  event.setCustomMetadata(Buffer.from(written.metadata ?? ''));
  event.setData(Buffer.from(data));
  const read = new ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition('99');
  const response = new ReadResp();
  response.setEvent(read);
  return response;
}

/** Reads a response in the middle of a buffer, as responses come. */
function brought(response: ReadResp) {
  const events: StoredEvent[] = [];
  const other: unknown[] = [];
  const bytes = Buffer.concat([Buffer.from('before'), response.serializeBinary(), Buffer.from('after')]);
  readReadResponse(bytes, 6, bytes.length - 5, {
    onEvent: (event) => events.push(event),
    onCheckpoint: (position) => other.push(position),
    onCaughtUp: () => other.push('caught up'),
  });
  return { events, other };
}

describe('a response to a read', () => {
  it('is an event with its place, its instant and its data', () => {
    const [event] = brought(eventResponse('{"text":"ä€𝄞"}', { metadata: '{"a":{"b":1},"version":12}' })).events;
    expect(event).toMatchObject({
      id: '01234567-89ab-4def-8123-456789abcdef',
      stream: 'ströam-1',
      type: 'Täested',
      isJson: true,
      revision: 5n,
      position: 123n,
      recordedAtMs: 1795392000123,
    });
    expect(event?.data).toEqual({ text: 'ä€𝄞' });
    expect(event?.metadataText).toBe('{"a":{"b":1},"version":12}');
  });

  it('keeps numbers that a double cannot hold', () => {
    const [event] = brought(
      eventResponse('{}', { revision: String(2n ** 53n + 1n), position: String(2n ** 62n + 1n) }),
    ).events;
    expect([event?.revision, event?.position]).toEqual([2n ** 53n + 1n, 2n ** 62n + 1n]);
  });

  it('with data that are no JSON throws only where they are asked for', () => {
    const [event] = brought(eventResponse('{')).events;
    expect(() => event?.data).toThrow(SyntaxError);
    expect(brought(eventResponse('x', { contentType: 'application/octet-stream' })).events[0]?.isJson).toBe(false);
  });

  it('is a checkpoint, unless it is beyond any log', () => {
    const checkpoint = (position: bigint) => {
      const at = new ReadResp.Checkpoint();
      at.setCommitPosition(String(position));
      at.setPreparePosition('1');
      const response = new ReadResp();
      response.setCheckpoint(at);
      return brought(response).other;
    };
    expect(checkpoint(77n)).toEqual([77n]);
    expect(checkpoint(2n ** 64n - 1n)).toEqual([]);
  });

  it('says that the reader has caught up, and passes over what is not known here', () => {
    const caughtUp = new ReadResp();
    caughtUp.setCaughtUp(new ReadResp.CaughtUp());
    expect(brought(caughtUp).other).toEqual(['caught up']);
    const confirmed = new ReadResp();
    const confirmation = new ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId('one');
    confirmed.setConfirmation(confirmation);
    const last = new ReadResp();
    last.setLastAllStreamPosition(new AllStreamPosition());
    expect([confirmed, last].map((response) => brought(response))).toEqual([
      { events: [], other: [] },
      { events: [], other: [] },
    ]);
  });

  it('is an error when it is cut off', () => {
    const bytes = Buffer.from(eventResponse('{"a":1}').serializeBinary());
    const sink = { onEvent: () => undefined, onCheckpoint: () => undefined, onCaughtUp: () => undefined };
    for (const end of [5, 20, bytes.length - 1]) {
      expect(() => readReadResponse(bytes.subarray(0, end), 0, end, sink)).toThrow();
    }
  });
});
