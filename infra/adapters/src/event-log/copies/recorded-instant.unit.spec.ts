import { describe, expect, it } from 'vitest';
import { recordedVersion } from '../commands/command-context.ts';
import { firstRecordedMs, withFirstRecorded, withoutFirstRecorded } from './recorded-instant.ts';

const instant = '2026-03-01T12:00:00.500Z';
const written = '{"$correlationId":"a","$causationId":"b","actor":{"kind":"sdk","id":"1"},"version":2}';

describe('the instant of an event in a log that was filled from a copy', () => {
  it.each([written, '{"version":1}', '{}'])('is beside the rest of the metadata and can be taken away: %s', (text) => {
    const marked = withFirstRecorded(text, instant);
    expect(JSON.parse(marked)).toEqual({ recorded_at: instant, ...JSON.parse(text) });
    expect(firstRecordedMs(marked)).toBe(Date.parse(instant));
    expect(withoutFirstRecorded(marked)).toBe(text);
  });

  it('leaves the version where readers look for it', () => {
    expect(recordedVersion(withFirstRecorded(written, instant))).toEqual({ version: 2, checked: true });
    expect(recordedVersion(withFirstRecorded('', instant))).toEqual({ version: 1, checked: false });
  });

  it('is not found beside an event that was recorded here', () => {
    expect(firstRecordedMs(written)).toBeUndefined();
    expect(firstRecordedMs('')).toBeUndefined();
    expect(withoutFirstRecorded(written)).toBe(written);
  });
});
