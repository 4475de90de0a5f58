import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorFromFault, errorFromStatus, SearchAdsError } from '../apple/ad-service/errors.ts';
import { StoreReportsError } from '../apple/app-store-connect/errors.ts';
import { NotReferenceRatesError } from '../exchange-rates/parse-reference-rates.ts';
import { OutsideCallError } from '../http/outside-call-error.ts';
import { callCause, failureCauseOf } from './failure-cause.ts';

const withCode = (code: string) => Object.assign(new Error('connect 10.1.2.3:443'), { code });
const formError = z.object({ id: z.number() }).safeParse({ id: 'secret' }).error;
const problem = (code: string) => ({ problems: [{ code, message: 'Campaign 7 of Jane', field: '' }] });

describe('the cause of a failed call', () => {
  it.each([
    ['an API that has moved', errorFromStatus('GET /acls', 301, problem('')), 'moved', 'answered 301'],
    [
      'a code of the ad service',
      errorFromStatus('GET /acls', 403, problem('FORBIDDEN')),
      'refused',
      'answered 403, FORBIDDEN',
    ],
    ['words of the ad service', errorFromStatus('GET /acls', 410, problem('Ask Jane')), 'gone', 'answered 410'],
    [
      'a token that is not taken',
      errorFromStatus('GET /acls', 401, problem('')),
      'credentials_refused',
      'answered 401',
    ],
    [
      'a refused API user',
      errorFromStatus('The token endpoint', 400, { ...problem('invalid_client'), ofAccess: true }),
      'credentials_refused',
      'answered 400, invalid_client',
    ],
    [
      'a token endpoint that has moved',
      errorFromStatus('The token endpoint', 301, { problems: [], ofAccess: true }),
      'moved',
      'answered 301',
    ],
    [
      'a key file that is not there',
      errorFromFault('The token endpoint', withCode('ENOENT'), true),
      'credentials_refused',
      'the key file cannot be used',
    ],
    ['a connection that is refused', errorFromFault('GET /acls', withCode('ECONNREFUSED')), 'away', 'ECONNREFUSED'],
    [
      'no answer in time',
      errorFromFault('GET /acls', new DOMException('late', 'TimeoutError')),
      'away',
      'no answer in time',
    ],
    ['an answer of another form', errorFromFault('GET /acls', formError), 'unreadable', ''],
    ['a token endpoint of another form', errorFromFault('The token endpoint', formError, true), 'unreadable', ''],
    ['a broken file of the store', new StoreReportsError('unreadable', 'row 7 of Jane'), 'unreadable', ''],
    [
      'a store that limits us',
      new StoreReportsError('limited', 'slow down', { status: 429 }),
      'limited',
      'answered 429',
    ],
    ['rates that are a web page', new NotReferenceRatesError('<html>'), 'unreadable', ''],
    ['any other service', new OutsideCallError('gone', { status: 410 }), 'gone', 'answered 410'],
  ])('is said without what a service may know of people: %s', (_what, error, reason, detail) => {
    expect(failureCauseOf(error)).toEqual({ reason, detail });
  });

  it('is none when the failure is our own', () => {
    expect(failureCauseOf(new Error('a bug'))).toBeUndefined();
    expect(callCause(withCode('ECONNRESET'))).toEqual({ reason: 'away', detail: 'ECONNRESET' });
    expect(failureCauseOf(new SearchAdsError('closing', { retry: true }))).toEqual({
      reason: 'away',
      detail: 'no answer',
    });
  });

  it('distinguishes a missing agreement from a missing right', () => {
    const refused = (code: string | null) =>
      failureCauseOf(new StoreReportsError('refused', 'no', { status: 403, code }));
    expect(refused('FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED')?.reason).toBe('agreement_missing');
    expect(refused('FORBIDDEN_ERROR')?.reason).toBe('refused');
    expect(refused(null)?.reason).toBe('refused');
  });
});
