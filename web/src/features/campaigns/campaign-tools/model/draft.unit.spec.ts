import { describe, expect, it } from 'vitest';
import { emptyDraft, parseDraft, requestIdFor } from './draft.ts';
import { emptyValues } from './form-values.ts';

const values = { ...emptyValues, name: 'US', countries: ['US'], campaign: 7, devices: 'ipad', searchMatch: false };
const kept = (overrides: object = {}) => JSON.stringify({ version: 1, values, sent: null, ...overrides });

describe('a draft', () => {
  it('is read as it was kept', () => {
    expect(parseDraft(kept({ sent: { requestId: 'id', body: '{}' } }))).toEqual({
      values,
      sent: { requestId: 'id', body: '{}' },
    });
  });

  it.each([null, '', '{', '[]', '"x"', JSON.stringify({ version: 2, values }), kept({ values: null })])(
    'is empty where %s was kept',
    (text) => expect(parseDraft(text)).toEqual(emptyDraft),
  );

  it('takes no value of another form', () => {
    const odd = { ...values, name: 5, countries: ['US', 1], devices: 'watch', campaign: 'x', extra: true };
    expect(parseDraft(kept({ values: odd, sent: { requestId: 1 } }))).toEqual({
      values: { ...emptyValues, searchMatch: false },
      sent: null,
    });
  });

  it('is sent under the same id as long as it says the same', () => {
    const first = requestIdFor(null, 'a');
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(requestIdFor({ requestId: first, body: 'a' }, 'a')).toBe(first);
    expect(requestIdFor({ requestId: first, body: 'a' }, 'b')).not.toBe(first);
  });
});
