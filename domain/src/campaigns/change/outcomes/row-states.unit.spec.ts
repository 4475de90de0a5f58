import { describe, expect, it } from 'vitest';
import { historyVerdict, type RowOutcome, verdictOf } from './row-states.ts';

const rows = (...outcomes: (RowOutcome | [RowOutcome, string])[]) =>
  outcomes.map((outcome) => (typeof outcome === 'string' ? { outcome } : { outcome: outcome[0], message: outcome[1] }));

describe('the answer to a change', () => {
  it.each([
    [rows('changed', 'unchanged'), { http: 200, status: 'ok' }],
    [rows('changed', 'pending', 'unknown', 'queued'), { http: 200, status: 'ok', pending: 3 }],
    [
      rows('changed', 'conflict', 'changed', 'changed', ['refused', 'No']),
      { http: 200, status: 'partial', code: 'partial_failure', error_message: '2 of 5 changes were not made' },
    ],
    [
      rows('unknown', 'skipped'),
      { http: 200, status: 'partial', error_message: '1 of 2 changes were not made', pending: 1 },
    ],
    [
      rows('conflict', 'conflict'),
      { http: 409, status: 'error', code: 'conflict', error_message: 'The values were changed by someone else' },
    ],
    [rows(['refused', 'No'], ['refused', 'No']), { http: 422, status: 'error', code: 'refused', error_message: 'No' }],
    [rows(['refused', 'No'], ['refused', 'Never']), { http: 422, error_message: '2 changes were refused' }],
    [rows(['refused', 'No'], 'conflict'), { http: 422, code: 'refused', error_message: '2 changes were refused' }],
    [rows(['skipped', 'deleted']), { http: 422, error_message: '1 changes were refused' }],
  ])('of %j follows from its rows', (rowOutcomes, expected) => {
    expect(verdictOf(rowOutcomes)).toMatchObject(expected);
    expect('pending' in verdictOf(rowOutcomes)).toBe('pending' in expected);
  });

  it('counts every outcome, zeros too', () => {
    expect(verdictOf(rows('changed', 'conflict')).counts).toEqual({
      changed: 1,
      unchanged: 0,
      pending: 0,
      queued: 0,
      unknown: 0,
      conflict: 1,
      refused: 0,
      blocked: 0,
      skipped: 0,
    });
  });

  it('is partial in the history even when nothing was done', () => {
    expect(historyVerdict(rows('conflict', 'conflict'))).toMatchObject({
      http: 200,
      status: 'partial',
      error_message: '2 of 2 changes were not made',
    });
  });
});
