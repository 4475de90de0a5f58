import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEventReader } from './event-reader.ts';
import { defineEvent } from './shared/define-event.ts';
import { defineUpcaster } from './upcasters/define-upcaster.ts';

const definition = { type: 'BidSet', context: 'campaign', stream: 'bid-<id>', meaning: 'A bid was set.' } as const;
const bidSet = defineEvent({
  ...definition,
  version: 3,
  data: { bid_micros: z.number().int(), by: z.string().nullable() },
});
const upcasters = [
  defineUpcaster({
    type: 'BidSet',
    from: 1,
    recorded: z.looseObject({ bid: z.number() }),
    upcast: ({ bid, ...rest }) => ({ ...rest, bid_micros: Math.round(bid * 1e6) }),
  }),
  defineUpcaster({ type: 'BidSet', from: 2, recorded: z.looseObject({}), upcast: (data) => ({ by: null, ...data }) }),
];
const reader = createEventReader([bidSet], upcasters);
const currentData = { bid_micros: 1_250_000, by: null };

describe('reading recorded events', () => {
  it.each([
    [1, { bid: 1.25 }, currentData],
    [2, { bid_micros: 1_250_000 }, currentData],
    [3, { bid_micros: 1_250_000, by: 'rule' }, { bid_micros: 1_250_000, by: 'rule' }],
  ])('brings version %i to the present form', (version, data, read) => {
    expect(reader.read('BidSet', data, { version, checked: false })).toEqual({ data: read, version: 3 });
  });

  it('refuses data that have not the form of their version', () => {
    expect(() => reader.read('BidSet', { bid_micros: 1 }, { version: 1, checked: true })).toThrow('bid');
    expect(() => reader.read('BidSet', { bid: 1 }, { version: 3, checked: false })).toThrow('bid_micros');
  });

  it('checks data again only where they were not checked when they were recorded, or are brought to a newer form', () => {
    const ofNewerProgram = { ...currentData, since: 1 };
    expect(reader.read('BidSet', ofNewerProgram, { version: 3, checked: true })?.data).toBe(ofNewerProgram);
    expect(reader.read('BidSet', ofNewerProgram, { version: 3, checked: false })?.data).toEqual(currentData);
    expect(reader.read('BidSet', { bid_micros: 5, since: 1 }, { version: 2, checked: true })?.data).toEqual({
      bid_micros: 5,
      by: null,
    });
  });

  it('fills in defaults, also in data that were checked before the field was there', () => {
    const filling = defineEvent({
      ...definition,
      data: { bid_micros: z.number(), currency: z.string().default('USD') },
    });
    const read = createEventReader([filling], []).read('BidSet', { bid_micros: 1 }, { version: 1, checked: true });
    expect(read?.data).toEqual({ bid_micros: 1, currency: 'USD' });
  });

  it.each([4, 0, Number.NaN])('refuses version %d, which it does not know', (version) => {
    expect(() => reader.read('BidSet', currentData, { version, checked: true })).toThrow('knows up to 3');
  });

  it('lets only the present form be recorded, under its version', () => {
    expect(reader.check('BidSet', currentData)).toEqual({ data: currentData, version: 3 });
    expect(() => reader.check('BidSet', { bid: 1.25 })).toThrow();
    expect(reader.check('BidRaised', {})).toBeUndefined();
  });

  it('is not made while a version has no upcaster, has two, or one leads to no version', () => {
    expect(() => createEventReader([bidSet], upcasters.slice(0, 1))).toThrow('BidSet has no upcaster from version 2');
    expect(() => createEventReader([bidSet], upcasters.slice(1))).toThrow('BidSet has no upcaster from version 1');
    expect(() => createEventReader([bidSet], [...upcasters, ...upcasters])).toThrow('two upcasters');
    expect(() => createEventReader([defineEvent({ ...definition, data: {} })], upcasters.slice(0, 1))).toThrow(
      'not exist',
    );
  });
});
