import { describe, expect, it } from 'vitest';
import { openEnvelope, problemsOf } from './envelope.ts';

const open = (frame: unknown) => openEnvelope('POST /things/query', Buffer.from(JSON.stringify(frame)));

describe('the frame of an answer of version 1', () => {
  it('has its result, and what it says of its pages', () => {
    const pagination = { offset: 0, pageSize: 500, totalCount: 7 };
    expect(open({ result: [1], pagination })).toEqual({ data: [1], totalResults: 7, startIndex: 0, pageSize: 500 });
    expect(open({ result: {} })).toMatchObject({ data: {}, totalResults: null, pageSize: null });
    expect(open({ result: [], pagination: { totalCount: null } })).toMatchObject({ totalResults: null });
  });

  it.each([
    ['without a result', {}, 'no_data'],
    ['with an error', { result: [], error: { code: 'X', message: 'No' } }, 'error_in_answer'],
    ['that is a list', [], 'not_an_object'],
  ])('is not believed %s', (_what, frame, reason) => {
    expect(() => open(frame)).toThrow(expect.objectContaining({ reason }));
  });

  it('names problems in each of its forms, and in that of version 5', () => {
    const details = [{ code: 'INVALID_INPUT', message: 'Not so', info: { field: 'campaignId' } }];
    const line = { code: 'INVALID_INPUT', message: 'Not so', field: 'campaignId' };
    const error = { code: 'VALIDATION_ERROR', message: null, details };
    expect(problemsOf(JSON.stringify({ error }))).toEqual([line]);
    expect(problemsOf(JSON.stringify({ error: { ...error, details: undefined, errors: details } }))).toEqual([line]);
    const outer = { code: 'rate_limit_exceeded', message: 'Slower' };
    expect(problemsOf(JSON.stringify({ error: outer }))).toEqual([{ ...outer, field: '' }]);
    const old = { data: null, error: { errors: [{ messageCode: 'GONE', message: 'No', field: 'x' }] } };
    expect(problemsOf(JSON.stringify(old))).toEqual([{ code: 'GONE', message: 'No', field: 'x' }]);
    expect([problemsOf(''), problemsOf('<html>')]).toEqual([[], []]);
  });
});
