import { describe, expect, it } from 'vitest';
import { eventCatalogue, parseDomainEvent } from './event-catalogue.ts';

describe('the catalogue of events', () => {
  it('names every event once, says what it means, and where it is written', () => {
    const types = eventCatalogue.map((event) => event.type);
    expect(new Set(types).size).toBe(types.length);
    for (const event of eventCatalogue) {
      expect(event.type).toMatch(/^[A-Z][A-Za-z]+$/);
      expect(event.meaning, event.type).toMatch(/^[A-Z].{20,}\.$/);
      expect(event.stream, event.type).toMatch(/^[a-z][A-Za-z]*-<.+>$/);
    }
  });

  it('reads stored data, drops fields it does not know and refuses data that does not fit', () => {
    const stored = { email_hash: 'mail', account_id: 7, of_a_newer_program: true };
    expect(parseDomainEvent('EmailReserved', stored, 1)).toEqual({
      type: 'EmailReserved',
      data: { email_hash: 'mail', account_id: 7 },
    });
    expect(() => parseDomainEvent('EmailReserved', { email_hash: 'mail' }, 1)).toThrow();
  });

  it('skips types it does not know', () => {
    expect(parseDomainEvent('FromANewerVersion', {}, 7)).toBeUndefined();
  });
});
