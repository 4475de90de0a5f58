import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { completeWriteCall, releaseWriteCall, startWriteCall, writeCallDecider } from './write-call.decider.ts';
import type { WriteCallEvent } from './write-call.events.ts';

const first = '6f1c2c8e-0c55-4a60-9a52-3d6a1b6a0f10';
const second = '0b1f8f46-95b3-4b6e-8a1a-2f5d6c7e8f90';
const later = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + ms).toISOString();
const call = (call_id = first, payload_hash = 'payload', started_at = later(0), attempt_id = call_id) => ({
  call_id,
  attempt_id,
  payload_hash,
  started_at,
  account_id: 7,
  route: 'POST /api/application',
});
const started = (data = call()): WriteCallEvent => ({ type: 'WriteCallStarted', data });
const response = { call_id: first, attempt_id: first, status_code: 200, log_position: '42', body: 'v1.account-7.body' };
const answered: WriteCallEvent = { type: 'WriteCallAnswered', data: response };
const released = (outcome: 'refused' | 'failed'): WriteCallEvent => ({
  type: 'WriteCallReleased',
  data: { call_id: first, attempt_id: first, outcome },
});
const minute = 60_000;
const day = 86_400_000;

describe('a write call under a key', () => {
  it('starts once, and again only when its attempt has had a minute without an end', () => {
    given(writeCallDecider)
      .when((state) => startWriteCall(state, call()))
      .thenEvents(started());
    given(writeCallDecider, started())
      .when((state) => startWriteCall(state, call()))
      .thenNothing();
    given(writeCallDecider, started())
      .when((state) => startWriteCall(state, call(second, 'payload', later(minute - 1))))
      .thenRefused('still_running');
    given(writeCallDecider, started())
      .when((state) => startWriteCall(state, call(second, 'payload', later(minute))))
      .thenEvents(started(call(first, 'payload', later(minute), second)));
  });

  it('has one answer for a day, counted from its first attempt', () => {
    const past = given(writeCallDecider, started(), answered);
    past.when((state) => startWriteCall(state, call(second, 'payload', later(day - 1)))).thenNothing();
    expect(past.state()).toMatchObject({ status: 'answered', response: { status_code: 200, log_position: '42' } });
    past
      .when((state) => startWriteCall(state, call(second, 'other', later(day))))
      .thenEvents(started(call(second, 'other', later(day))));
  });

  it('keeps its key from every other call, whether it runs, failed or was answered', () => {
    for (const events of [[started()], [started(), answered], [started(), released('failed')]]) {
      given(writeCallDecider, ...events)
        .when((state) => startWriteCall(state, call(second, 'other', later(minute))))
        .thenRefused('idempotency_key_reused');
    }
  });

  it('that was refused leaves its key free; one that failed is the same call when it is made again', () => {
    given(writeCallDecider, started(), released('refused'))
      .when((state) => startWriteCall(state, call(second, 'other')))
      .thenEvents(started(call(second, 'other')));
    given(writeCallDecider, started(), released('failed'))
      .when((state) => startWriteCall(state, call(second)))
      .thenEvents(started(call(first, 'payload', later(0), second)));
  });

  it('is ended by its newest attempt only', () => {
    const retaken = given(writeCallDecider, started(), started(call(first, 'payload', later(minute), second)));
    retaken.when((state) => completeWriteCall(state, response)).thenNothing();
    retaken
      .when((state) => releaseWriteCall(state, { call_id: first, attempt_id: first, outcome: 'failed' }))
      .thenNothing();
    const secondResponse = { ...response, attempt_id: second };
    retaken
      .when((state) => completeWriteCall(state, secondResponse))
      .thenEvents({ type: 'WriteCallAnswered', data: secondResponse });
    given(writeCallDecider, started(), answered)
      .when((state) => releaseWriteCall(state, { call_id: first, attempt_id: first, outcome: 'failed' }))
      .thenNothing();
  });
});
