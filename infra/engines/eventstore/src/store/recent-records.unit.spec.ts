import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeRecord } from './event-record.ts';
import { RecentRecords } from './recent-records.ts';
import type { EncodedRecord } from './tables.ts';

function records(from: number, count: number): EncodedRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const position = from + index;
    const location = { streamName: `stream-${position}`, revision: 0, position, createdMs: 1000 };
    const nothing = Buffer.alloc(0);
    const event = { id: randomUUID(), type: 'Tested', isJson: true, data: Buffer.alloc(900), customMetadata: nothing };
    return { position, bytes: encodeRecord(location, event) };
  });
}

describe('the newest records', () => {
  it('are found by position, each as it was written, while they are among so many bytes', () => {
    const recent = new RecentRecords(20_000);
    expect(recent.at(5)).toBeUndefined();
    for (let from = 5; from < 205; from += 10) recent.add(records(from, 10));
    const remaining = Array.from({ length: 220 }, (_, position) => recent.at(position)).flatMap(
      (record) => record ?? [],
    );
    for (const record of remaining) expect(record.streamName).toBe(`stream-${record.position}`);
    expect(remaining.at(-1)?.position).toBe(204);
    expect(remaining.length).toBeGreaterThan(5);
    expect(remaining.length).toBeLessThan(20);
    expect(remaining.map(({ position }) => position)).toEqual(
      remaining.map((_, index) => 205 - remaining.length + index),
    );
  });

  it('keep nothing alive but their own bytes', () => {
    const recent = new RecentRecords(20_000);
    const added = records(1, 5);
    recent.add(added);
    const memory = recent.at(1)?.data.buffer.byteLength;
    expect(memory).toBe(added.reduce((sum, { bytes }) => sum + bytes.length, 0));
  });

  it('are none when one is larger than all that is kept', () => {
    const recent = new RecentRecords(100);
    recent.add(records(1, 2));
    expect([recent.at(1), recent.at(2)]).toEqual([undefined, undefined]);
    recent.add(records(3, 1));
    expect(recent.at(3)).toBeUndefined();
  });
});
