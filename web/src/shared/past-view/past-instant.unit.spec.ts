import { describe, expect, it } from 'vitest';
import { addressAt, instantOf, readInstant, searchAt, withoutInstant } from './past-instant.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

describe('an instant of an address', () => {
  it('is a whole minute in UTC that has been', () => {
    expect(readInstant('2026-11-26T09:00Z', now)).toBe('2026-11-26T09:00Z');
    expect(readInstant('2026-11-26T09:00:00.000Z', now)).toBe('2026-11-26T09:00Z');
    expect(readInstant('2026-11-27T12:00Z', now)).toBe('2026-11-27T12:00Z');
    for (const text of [
      '2026-11-26',
      '2026-11-26T09:00',
      '2026-11-26T09:00:30Z',
      '2026-02-30T09:00Z',
      '2026-11-26T24:30Z',
      '2026-11-27T12:01Z',
      '',
      'now',
    ]) {
      expect(readInstant(text, now), text).toBeNull();
    }
    expect(readInstant(null, now)).toBeNull();
  });

  it('counts on screens with figures alone', () => {
    const search = '?app=1&as_of=2020-11-26T09:00Z';
    expect(instantOf('/client/reports', search)).toBe('2020-11-26T09:00Z');
    expect(instantOf('/client/reports/', search)).toBe('2020-11-26T09:00Z');
    expect(instantOf('/cltv', search)).toBe('2020-11-26T09:00Z');
    for (const path of ['/client/management', '/client/settings', '/client/settings/sql/query', '/client/automation']) {
      expect(instantOf(path, search), path).toBeNull();
    }
  });
});

describe('an address about an instant', () => {
  it('keeps what else it says, and names one instant', () => {
    expect(searchAt('app=1&as_of=2026-01-01T00:00Z', '2026-11-26T09:00Z')).toBe('?app=1&as_of=2026-11-26T09:00Z');
    expect(searchAt('', '2026-11-26T09:00Z')).toBe('?as_of=2026-11-26T09:00Z');
    expect(searchAt('as_of=2026-11-26T09:00Z', null)).toBe('');
    expect(withoutInstant(new URLSearchParams('app=1&as_of=2026-11-26T09:00Z&org=2'))).toBe('app=1&org=2');
  });

  it('is that of a screen with figures', () => {
    expect(addressAt('/client/charts', '2026-11-26T09:00Z')).toBe('/client/charts?as_of=2026-11-26T09:00Z');
    expect(addressAt('/client/inapps?app=1', '2026-11-26T09:00Z')).toBe('/client/inapps?app=1&as_of=2026-11-26T09:00Z');
    expect(addressAt('/client/settings', '2026-11-26T09:00Z')).toBe('/client/settings');
    expect(addressAt('/client/charts?app=1', null)).toBe('/client/charts?app=1');
  });
});
