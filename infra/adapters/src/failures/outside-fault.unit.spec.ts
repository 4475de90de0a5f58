import { describe, expect, it } from 'vitest';
import { errorFromStatus } from '../apple/ad-service/errors.ts';
import { StoreReportsError } from '../apple/app-store-connect/errors.ts';
import { LogTimeoutError, StreamMovedError } from '../event-log/log-fault.ts';
import { OutsideCallError } from '../http/outside-call-error.ts';
import { MailFault } from '../mail/mail-sender.ts';
import { ProviderAwayError, ProviderRefusal } from '../payments/payment-provider.ts';
import { PastTablesBusyError } from '../processes/past-tables.ts';
import { OutsideFault, secondsOfRetryAfter } from './outside-fault.ts';

describe('what is outside and fails', () => {
  it.each([
    ['an ad service that is busy', errorFromStatus('GET /acls', 429, { problems: [], retryAfter: '7' }), true, 7],
    ['an ad service that refuses', errorFromStatus('GET /acls', 403, { problems: [] }), false, null],
    ['store reports that are limited', new StoreReportsError('limited', 'slow', { afterSeconds: 90 }), true, 90],
    ['store reports that are away', new StoreReportsError('away', 'away'), true, null],
    ['a key that the store refuses', new StoreReportsError('refused', 'no', { status: 403 }), false, null],
    ['a file of the store that cannot be read', new StoreReportsError('unreadable', 'row 7'), false, null],
    ['a service without an answer', new OutsideCallError('away'), true, null],
    ['a service that is broken', new OutsideCallError('broken', { status: 502 }), true, null],
    ['a service that knows no such thing', new OutsideCallError('gone', { status: 404 }), false, null],
    ['a mail server that is busy', new MailFault('421', true), true, null],
    ['a mail server that refuses', new MailFault('550', false), false, null],
    ['a payment provider that is away', new ProviderAwayError('away'), true, null],
    ['a payment provider that refuses', new ProviderRefusal('no_such_price', undefined), false, null],
    ['a log that is slow', new LogTimeoutError('slow'), true, null],
    ['a stream that has moved', new StreamMovedError('moved'), false, null],
    ['tables of the past that are in use', new PastTablesBusyError(), true, null],
  ] as const)('says whether and when to ask again: %s', (_what, fault, retry, afterSeconds) => {
    expect(fault).toBeInstanceOf(OutsideFault);
    expect({ retry: fault.retry, afterSeconds: fault.afterSeconds }).toEqual({ retry, afterSeconds });
  });
});

describe('the header of a service that wants a pause', () => {
  const now = Date.parse('2026-05-01T10:00:00Z');

  it.each([
    [undefined, null],
    ['', null],
    ['soon', null],
    ['30', 30],
    [['5', '60'], 5],
    ['-4', 0],
    ['Fri, 01 May 2026 10:02:00 GMT', 120],
    ['Fri, 01 May 2026 09:00:00 GMT', 0],
  ])('%j is %j seconds', (header, seconds) => {
    expect(secondsOfRetryAfter(header, now)).toBe(seconds);
  });
});
