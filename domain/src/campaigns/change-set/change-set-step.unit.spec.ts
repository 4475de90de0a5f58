import { describe, expect, it } from 'vitest';
import { sampleRequest } from '../change/sample-change.fixture.ts';
import { type ChangeSetSurroundings, changeSetStep } from './change-set-step.ts';

const at = Date.parse('2026-11-24T08:00:00.000Z');
const hourMs = 3_600_000;
const scheduled = {
  status: 'approved',
  schedule: '2026-11-24T08:00',
  edited_at: '2026-11-23T08:00:00.000Z',
  change: null,
} as const;
const applying = { ...scheduled, status: 'applying', change: sampleRequest([]) } as const;
const around = (more: Partial<ChangeSetSurroundings> = {}): ChangeSetSurroundings => ({
  timeZone: 'UTC',
  isStopped: false,
  change: 'absent',
  now: at,
  ...more,
});

describe('a set', () => {
  it.each([
    ['that is a draft has nothing to do', { ...scheduled, status: 'draft' as const }, {}, { step: 'ended' }],
    ['without a schedule has nothing to do', { ...scheduled, schedule: null }, {}, { step: 'ended' }],
    ['of an organization that is not linked has nothing to do', scheduled, { timeZone: undefined }, { step: 'ended' }],
    ['that has expired has nothing to do', scheduled, { now: at + 40 * 24 * hourMs }, { step: 'ended' }],
    [
      'waits until its time on the clocks of its organization',
      scheduled,
      { timeZone: 'Europe/Paris', now: at - 2 * hourMs },
      { step: 'wait', until: at - hourMs },
    ],
    ['is applied at its time', scheduled, {}, { step: 'apply' }],
    ['waits at its time while Stop all is pressed', scheduled, { isStopped: true }, { step: 'stopped' }],
    ['is still applied three hours later', scheduled, { now: at + 3 * hourMs }, { step: 'apply' }],
    [
      'is given up after that, also while Stop all is pressed',
      scheduled,
      { isStopped: true, now: at + 3 * hourMs + 1 },
      { step: 'missed', schedule: '2026-11-24T08:00' },
    ],
    ['that is being applied has its change recorded', applying, {}, { step: 'request' }],
    [
      'follows its change, also while Stop all is pressed',
      applying,
      { isStopped: true, change: 'requested' as const },
      { step: 'follow' },
    ],
    ['ends with its change', applying, { change: 'settled' as const }, { step: 'settle' }],
  ])('%s', (_what, set, surroundings, step) => {
    expect(changeSetStep(set, around(surroundings))).toEqual(step);
  });
});
