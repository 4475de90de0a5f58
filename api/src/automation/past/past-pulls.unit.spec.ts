import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEventOf } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { pastCoverage } from './past-coverage.ts';
import { countedUntil, pastPulls } from './past-pulls.ts';

type PullEvent = DomainEventOf<'AdsPullCompleted' | 'AdsPullIncomplete'>;

const ref = { application_id: 5, org_id: 40 };
const ms = (time: string) => Date.parse(`${time}:00.000Z`);
const iso = (time: string) => new Date(ms(time)).toISOString();

/** @param recordedAt As `2026-11-04T09:00`, UTC. */
const recorded = (recordedAt: string, event: PullEvent): RecordedEvent => ({
  id: recordedAt,
  stream: 'adsPull-5.40',
  revision: 0n,
  position: BigInt(ms(recordedAt)),
  recordedAt: new Date(ms(recordedAt)),
  event,
  metadata: { correlationId: '', causationId: '', actor: { kind: 'system', id: 'test' } },
});
const completed = (at: string, from_day: string, to_day = at.slice(0, 10)): RecordedEvent =>
  recorded(at, { type: 'AdsPullCompleted', data: { ...ref, pulled_at: iso(at), from_day, to_day } });
const failed = (at: string, pulled_at: string | null, untrusted: boolean): RecordedEvent =>
  recorded(at, {
    type: 'AdsPullIncomplete',
    data: {
      ...ref,
      at: iso(at),
      since: iso(at),
      pulled_at: pulled_at === null ? null : iso(pulled_at),
      untrusted,
      state: 'failed',
      reason: untrusted ? 'short_list' : 'away',
      http_status: null,
      operation: 'GET campaigns',
      detail: '',
    },
  });

describe('how fresh figures were at an instant of the past', () => {
  it('follows from the last completed pull, also where another one failed right after it', () => {
    const pulls = pastPulls([
      completed('2026-11-03T09:00', '2026-11-03'),
      completed('2026-11-04T08:45', '2026-11-04'),
      failed('2026-11-04T08:50', '2026-11-04T08:45', false),
      failed('2026-11-04T11:00', '2026-11-04T08:45', true),
      completed('2026-11-04T11:30', '2026-11-04'),
    ]);
    const at = (time: string) => pulls.freshness((event) => event.recordedAt.getTime() <= ms(time));
    expect(at('2026-11-02T09:00')).toEqual({ pulledAt: undefined, isTrusted: true });
    expect(at('2026-11-03T09:00')).toEqual({ pulledAt: ms('2026-11-03T09:00'), isTrusted: true });
    expect(at('2026-11-04T09:00')).toEqual({ pulledAt: ms('2026-11-04T08:45'), isTrusted: true });
    expect(at('2026-11-04T11:15')).toEqual({ pulledAt: ms('2026-11-04T08:45'), isTrusted: false });
    expect(at('2026-11-04T12:00')).toEqual({ pulledAt: ms('2026-11-04T11:30'), isTrusted: true });
  });
});

describe('days that were in at an instant of the past', () => {
  it('are those of the completed pulls up to then, whose parts come newest first', () => {
    const covered = pastCoverage([
      completed('2026-11-04T09:00', '2026-10-29'),
      failed('2026-11-04T09:01', '2026-11-04T09:00', false),
      completed('2026-11-04T09:02', '2026-09-06', '2026-10-05'),
      completed('2026-11-04T09:30', '2026-10-06', '2026-10-28'),
      completed('2026-11-05T00:10', '2026-10-07'),
    ]);
    const at = (time: string) => covered((event) => event.recordedAt.getTime() <= ms(time));
    expect(at('2026-11-04T08:59')).toEqual([]);
    expect(at('2026-11-04T09:01')).toEqual([{ from: '2026-10-29', to: '2026-11-04' }]);
    expect(at('2026-11-04T09:02')).toEqual([
      { from: '2026-09-06', to: '2026-10-05' },
      { from: '2026-10-29', to: '2026-11-04' },
    ]);
    expect(at('2026-11-05T09:00')).toEqual([{ from: '2026-09-06', to: '2026-11-05' }]);
  });
});

describe('history', () => {
  const now = ms('2026-11-20T00:00');
  const counted = (events: readonly RecordedEvent[], at: string) => countedUntil(pastPulls(events), ms(at), now);

  it('counts up to the last part of the first pull, and slots before that are not as they were known', () => {
    const pulls = [
      completed('2026-11-04T09:00', '2026-10-29'),
      failed('2026-11-04T09:01', '2026-11-04T09:00', false),
      completed('2026-11-04T09:02', '2026-10-06', '2026-10-28'),
      completed('2026-11-04T09:30', '2026-08-07', '2026-09-05'),
      completed('2026-11-04T10:00', '2026-10-29'),
      completed('2026-11-05T00:10', '2026-10-07'),
    ];
    const whole = ms('2026-11-04T09:30');
    expect(counted(pulls, '2026-10-20T09:00')).toEqual({ asRecorded: false, until: whole });
    expect(counted(pulls, '2026-11-04T09:15')).toEqual({ asRecorded: false, until: whole });
    expect(counted(pulls, '2026-11-04T09:30')).toEqual({ asRecorded: true, until: whole });
    expect(counted(pulls, '2026-11-06T09:00')).toEqual({ asRecorded: true, until: ms('2026-11-06T09:00') });
  });

  it('counts up to now before the first pull', () => {
    expect(counted([], '2026-11-04T09:00')).toEqual({ asRecorded: false, until: now });
    expect(counted([failed('2026-11-04T08:00', null, false)], '2026-11-04T09:00').until).toBe(now);
  });
});
