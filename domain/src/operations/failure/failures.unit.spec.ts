import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import {
  type FailureSubject,
  failureDecider,
  failureOf,
  lastingFailures,
  noFailures,
  reportFailedTry,
  reportLastingFailures,
  reportSuccessfulTry,
} from './failure.decider.ts';
import type { FailureEvent } from './failure.events.ts';
import { failureReasonNames, failureSourceNames, reasonOfStatus } from './failure-kinds.ts';
import { failureSentence, failureSummary } from './failure-texts.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 28, 4, minutes)).toISOString();
const reports: FailureSubject = { application_id: 3, org_id: 41, source: 'ads_reports' };
const structure: FailureSubject = { ...reports, source: 'ads_structure' };
const gone = { reason: 'gone', detail: 'answered 410' } as const;
const away = { reason: 'away', detail: 'answered 503' } as const;

/** Tries in order; each a cause or `ok`. */
function tried(...tries: readonly (readonly [number, FailureSubject, typeof gone | typeof away | 'ok'])[]) {
  const events: FailureEvent[] = [];
  for (const [minutes, subject, outcome] of tries) {
    const state = fold(failureDecider, events);
    const due = reportLastingFailures(state, at(minutes));
    events.push(...due);
    const after = fold(failureDecider, events);
    const cause = outcome === 'ok' ? undefined : { ...outcome, at: at(minutes) };
    events.push(
      ...(cause === undefined
        ? reportSuccessfulTry(after, subject, at(minutes))
        : reportFailedTry(after, subject, cause)),
    );
  }
  return { events, types: events.map(({ type }) => type), state: fold(failureDecider, events) };
}

describe('a failure', () => {
  it('is recorded once when it begins and once when it ends, however often it is tried', () => {
    const { types, state } = tried(
      [0, reports, 'ok'],
      [5, reports, gone],
      [10, reports, gone],
      [20, reports, gone],
      [40, reports, 'ok'],
      [45, reports, 'ok'],
    );
    expect(types).toEqual(['FailureBegan', 'FailureEnded']);
    expect(state).toEqual(noFailures);
  });

  it('has the instant it began at, whatever it fails for later, and the newest reason', () => {
    const { types, state } = tried([0, reports, away], [5, reports, gone], [10, reports, away], [15, reports, gone]);
    expect(types).toEqual(['FailureBegan', 'FailureChanged']);
    expect(failureOf(state, reports)).toMatchObject({ ...gone, began_at: at(0), changed_at: at(5) });
  });

  it('is reported once after an hour, and its end once all of the integration works', () => {
    const { events, types } = tried(
      [0, reports, gone],
      [30, structure, gone],
      [59, reports, gone],
      [61, reports, gone],
      [180, structure, gone],
      [190, reports, 'ok'],
      [200, structure, 'ok'],
      [400, structure, 'ok'],
    );
    expect(types).toEqual([
      'FailureBegan',
      'FailureBegan',
      'IntegrationFailureReported',
      'FailureEnded',
      'FailureEnded',
      'IntegrationRecovered',
    ]);
    expect(events[2]?.data).toEqual({
      application_id: 3,
      integration: 'ads',
      source: 'ads_reports',
      reason: 'gone',
      since: at(0),
      reported_at: at(61),
    });
  });

  it('that ends within the hour is not reported, nor is its end', () => {
    expect(tried([0, reports, gone], [59, reports, 'ok'], [300, reports, 'ok']).types).not.toContain(
      'IntegrationFailureReported',
    );
  });

  it('of another ad organization is a failure of its own', () => {
    const other = { ...reports, org_id: 42 };
    const { state } = tried([0, reports, gone], [1, other, gone], [2, reports, 'ok']);
    expect(state.open.map(({ org_id }) => org_id)).toEqual([42]);
  });

  it('is shown at once when asking again does not help, and after ten minutes when it may pass', () => {
    const { state } = tried([0, reports, away], [0, structure, gone]);
    const displayedSources = (minutes: number) =>
      lastingFailures(state, Date.parse(at(minutes))).map(({ source }) => source);
    expect(displayedSources(0)).toEqual(['ads_structure']);
    expect(displayedSources(10)).toEqual(['ads_reports', 'ads_structure']);
  });
});

describe('the reason of a call that failed', () => {
  it.each([
    [null, 'away'],
    [200, 'unreadable'],
    [301, 'moved'],
    [308, 'moved'],
    [400, 'rejected'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'limited'],
    [503, 'away'],
  ])('is by its status: %s means %s', (status, reason) => {
    expect(reasonOfStatus(status)).toBe(reason);
  });
});

describe('the words of a failure', () => {
  it('say of each source and reason since when, and more than that', () => {
    for (const source of failureSourceNames)
      for (const reason of failureReasonNames) {
        const sentence = failureSentence({ source, reason }, at(3));
        expect(sentence).toContain('since November 28, 2026, 04:03 UTC');
        expect(sentence).toMatch(/^\S.*[.;] .+\.$/);
      }
  });

  it('say to an operator what to look at, with the detail', () => {
    const summary = failureSummary({
      source: 'ads_access',
      reason: 'credentials_refused',
      detail: 'invalid_client',
      began_at: at(3),
    });
    expect(summary).toBe(
      'Apple Ads: refuses our credentials; check the client id, the key id and the key file since November 28, 2026, 04:03 UTC (invalid_client)',
    );
  });
});
