import { AllStreamPosition, Empty, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '../../../../wire/index.ts';
import { type ExpectedRevision, readAppendResponse, sizeAppend, writeAppend } from './append-messages.ts';

const id = '01234567-89ab-4def-8123-456789abcdef';

/** What the client library's generated code reads from an append as we write it. */
function written(stream: string, expected: ExpectedRevision, data: string, correlation = 1, deadlineMs = 1500) {
  const append = sizeAppend(stream, expected, [
    { id, type: 'Täested', data, metadata: '{"a":"ü"}' },
    { id, type: 'Tested', data: '{}', metadata: '{}' },
  ]);
  const writer = new ProtoWriter(append.size);
  writeAppend(writer, append, correlation, deadlineMs);
  const bytes = writer.finish();
  expect(bytes.length).toBeLessThanOrEqual(append.size);
  expect(bytes.readUInt32BE(1)).toBe(bytes.length - 5);
  return BatchAppendReq.deserializeBinary(bytes.subarray(5));
}

describe('an append', () => {
  it.each([1, 127, 128, 2 ** 31, 2 ** 40])('carries its number %i, its deadline and its events', (correlation) => {
    const data = JSON.stringify({ text: 'ä€𝄞'.repeat(100) });
    const request = written('stream-ü', 'no_stream', data, correlation);
    expect(request.getCorrelationId()?.getStructured()?.toObject()).toEqual({
      mostSignificantBits: '1',
      leastSignificantBits: String(correlation),
    });
    const options = request.getOptions();
    expect(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('stream-ü');
    expect(request.getIsFinal()).toBe(true);
    const [first, second] = request.getProposedMessagesList();
    expect(first?.getId()?.getString()).toBe(id);
    expect(first?.getMetadataMap().toArray()).toEqual([
      ['content-type', 'application/json'],
      ['type', 'Täested'],
    ]);
    expect(Buffer.from(first?.getData_asU8() ?? []).toString()).toBe(data);
    expect(Buffer.from(first?.getCustomMetadata_asU8() ?? []).toString()).toBe('{"a":"ü"}');
    expect(Buffer.from(second?.getData_asU8() ?? []).toString()).toBe('{}');
  });

  it('says what it expects of the stream', () => {
    const options = (expected: ExpectedRevision) => written('s', expected, '{}').getOptions();
    expect(options('no_stream')?.hasNoStream()).toBe(true);
    expect(options('any')?.hasAny()).toBe(true);
    expect(options('stream_exists')?.hasStreamExists()).toBe(true);
    for (const revision of [0n, 127n, 300n, 2n ** 40n]) {
      expect(options(revision)?.getStreamPosition()).toBe(String(revision));
    }
  });

  it('is refused before it is written when an id is no UUID', () => {
    expect(() => sizeAppend('s', 'any', [{ id: 'x', type: 'T', data: '{}', metadata: '{}' }])).toThrow('UUID');
  });
});

const structured = (high: string, low: string): UUID => {
  const value = new UUID.Structured();
  value.setMostSignificantBits(high);
  value.setLeastSignificantBits(low);
  const uuid = new UUID();
  uuid.setStructured(value);
  return uuid;
};
const read = (response: BatchAppendResp) => {
  const bytes = Buffer.concat([Buffer.from('before'), response.serializeBinary(), Buffer.from('after')]);
  return readAppendResponse(bytes, 6, bytes.length - 5);
};

describe('an answer', () => {
  it('names its append in either form of an id', () => {
    const success = new BatchAppendResp.Success();
    success.setCurrentRevision('70000');
    const position = new AllStreamPosition();
    position.setCommitPosition('123456789012');
    position.setPreparePosition('123456789012');
    success.setPosition(position);
    const response = new BatchAppendResp();
    response.setSuccess(success);
    response.setCorrelationId(structured('1', '4294967301'));
    expect(read(response)).toEqual({
      correlation: 4294967301,
      written: { revision: 70000n, position: 123456789012n },
      refusal: undefined,
    });
    const asText = new UUID();
    asText.setString('00000000-0000-0001-0000-000100000005');
    response.setCorrelationId(asText);
    expect(read(response).correlation).toBe(4294967301);
  });

  it('has no position where the server no longer knows it', () => {
    const success = new BatchAppendResp.Success();
    success.setNoStream(new Empty());
    success.setNoPosition(new Empty());
    const response = new BatchAppendResp();
    response.setSuccess(success);
    response.setCorrelationId(structured('1', '1'));
    expect(read(response).written).toEqual({ revision: 0n, position: 0n });
  });

  it('is an error when it is cut off', () => {
    const response = new BatchAppendResp();
    response.setCorrelationId(structured('1', '9'));
    const bytes = Buffer.from(response.serializeBinary());
    expect(() => readAppendResponse(bytes.subarray(0, -1), 0, bytes.length - 1)).toThrow();
  });
});
