import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  type AttributionOutcome,
  type CallOutcome,
  decideAttribution,
  deliverAttribution,
  type InstallReport,
  importInstall,
  installAttribution,
  installDecider,
  isAnswered,
  recordInstall,
} from './install.decider.ts';
import type { Attribution, InstallEvent } from './install.events.ts';

const now = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T13:00:00.000Z';
const identity = { application_id: 3, install_id: 'i1' };
const report: InstallReport = {
  ...identity,
  first_launch_at: now,
  received_at: now,
  attribution_token: 'token',
  sdk_version: '1.4.0',
  app_version: null,
  os_version: null,
  device_class: 'iphone',
  locale: null,
};
const attribution: Attribution = {
  org_id: 9,
  campaign_id: 700,
  campaign_name: 'US Brand',
  ad_group_id: 710,
  ad_group_name: null,
  keyword_id: null,
  keyword_name: null,
  ad_id: null,
  custom_product_page: null,
  country: 'US',
  claim_type: 'click',
};
const byAd: AttributionOutcome = { outcome: 'attributed', attribution, conversion_type: 'Download' };
const notByAd: AttributionOutcome = { outcome: 'organic', reason: 'not_by_ads' };

const reported: InstallEvent = { type: 'InstallReported', data: report };
const attributed = (answered: boolean, decided_at = now): InstallEvent => ({
  type: 'InstallAttributed',
  data: { ...identity, attribution, conversion_type: 'Download', decided_at, answered },
});
const organic = (
  reason: 'not_by_ads' | 'no_token' | 'token_rejected' | 'no_answer_in_time',
  answered = true,
  decided_at = now,
): InstallEvent => ({
  type: 'InstallFoundOrganic',
  data: { ...identity, reason, decided_at, answered },
});
const tested: InstallEvent = { type: 'TestInstallReported', data: { ...identity, received_at: now } };
const attributionDeliveredAt = (answered_at: string): InstallEvent => ({
  type: 'AttributionAnswerGiven',
  data: { ...identity, answered_at },
});

describe('a first launch', () => {
  it('is recorded with its attribution', () => {
    given(installDecider)
      .when((state) => recordInstall(state, report, byAd))
      .thenEvents(reported, attributed(true));
    given(installDecider)
      .when((state) => recordInstall(state, report, notByAd))
      .thenEvents(reported, organic('not_by_ads'));
  });

  it('is pending while the attribution service has no answer', () => {
    given(installDecider)
      .when((state) => recordInstall(state, report, { outcome: 'pending' }))
      .thenEvents(reported);
  });

  it('without a token is organic, whatever is said of it', () => {
    for (const attribution_token of [null, '']) {
      const bare = { ...report, attribution_token };
      given(installDecider)
        .when((state) => recordInstall(state, bare, { outcome: 'pending' }))
        .thenEvents({ type: 'InstallReported', data: bare }, organic('no_token'));
    }
  });

  it('counts once: later reports of the install change nothing, also with another outcome', () => {
    for (const past of [[reported, attributed(true)], [reported, organic('not_by_ads')], [tested]]) {
      given(installDecider, ...past)
        .when((state) => recordInstall(state, { ...report, first_launch_at: '2019-01-01T00:00:00.000Z' }, byAd))
        .thenNothing();
    }
  });

  it('that is pending is settled by a repeated report that brings the answer', () => {
    given(installDecider, reported)
      .when((state) => recordInstall(state, { ...report, received_at: later }, byAd))
      .thenEvents(attributed(true, later));
    given(installDecider, reported)
      .when((state) => recordInstall(state, { ...report, received_at: later }, { outcome: 'pending' }))
      .thenNothing();
  });

  it('with the test record is recorded as a test only', () => {
    given(installDecider)
      .when((state) => recordInstall(state, report, { outcome: 'test' }))
      .thenEvents(tested);
  });

  it('of a build that is not from the store is recorded as a test only', () => {
    given(installDecider)
      .when((state) => recordInstall(state, report, { outcome: 'test_build' }))
      .thenEvents(tested);
    given(installDecider)
      .when((state) => recordInstall(state, { ...report, attribution_token: null }, { outcome: 'test_build' }))
      .thenEvents(tested);
  });

  it('that cannot be is refused', () => {
    given(installDecider)
      .when((state) => recordInstall(state, { ...report, first_launch_at: '2023-03-01T11:59:59.999Z' }, byAd))
      .thenRefused('invalid_request');
  });
});

describe('a pending install', () => {
  it('is settled once, from the background', () => {
    const timing = { decided_at: later, answered: false };
    given(installDecider, reported)
      .when((state) => decideAttribution(state, byAd, timing))
      .thenEvents(attributed(false, later));
    given(installDecider, reported, organic('no_answer_in_time', false))
      .when((state) => decideAttribution(state, byAd, timing))
      .thenNothing();
    given(installDecider)
      .when((state) => decideAttribution(state, byAd, timing))
      .thenRefused('not_found');
  });

  it('is not settled by a call without a token, or of another build', () => {
    const says: CallOutcome[] = [{ outcome: 'organic', reason: 'no_token' }, { outcome: 'test_build' }];
    for (const outcome of says) {
      given(installDecider, reported)
        .when((state) => recordInstall(state, { ...report, attribution_token: null, received_at: later }, outcome))
        .thenNothing();
    }
  });

  it('ends a day after the first call, by whatever call says no more', () => {
    const dayLater = '2026-03-02T12:00:00.000Z';
    const says: CallOutcome[] = [
      { outcome: 'pending' },
      { outcome: 'test_build' },
      { outcome: 'organic', reason: 'no_token' },
    ];
    for (const outcome of says) {
      given(installDecider, reported)
        .when((state) => recordInstall(state, { ...report, received_at: dayLater }, outcome))
        .thenEvents(organic('no_answer_in_time', true, dayLater));
    }
  });

  it('that turns out to be a test is one', () => {
    given(installDecider, reported)
      .when((state) => decideAttribution(state, { outcome: 'test' }, { decided_at: now, answered: false }))
      .thenEvents(tested);
    expect(given(installDecider, reported, tested).state()).toEqual({ status: 'test', answered: false });
    given(installDecider, reported)
      .when((state) => recordInstall(state, report, { outcome: 'test' }))
      .thenEvents(tested, attributionDeliveredAt(now));
  });

  it('keeps its first decision, whatever else is in the stream', () => {
    const state = given(installDecider, reported, attributed(true), organic('no_token'), tested, reported).state();
    expect(state).toMatchObject({ status: 'attributed', attribution });
  });
});

describe('an install without a token', () => {
  const bare = { ...report, attribution_token: null };
  const bareReported: InstallEvent = { type: 'InstallReported', data: bare };
  const without = [bareReported, organic('no_token')];
  const late = { ...report, first_launch_at: later, attribution_token: 'late', received_at: later };
  const reopened = (attribution_token: string | null): InstallEvent => ({
    type: 'InstallReopened',
    data: { ...identity, first_launch_at: now, device_class: 'iphone', attribution_token, received_at: later },
  });
  const outcomes: [AttributionOutcome, InstallEvent][] = [
    [byAd, attributed(false, later)],
    [notByAd, organic('not_by_ads', false, later)],
    [{ outcome: 'test' }, { type: 'TestInstallReported', data: { ...identity, received_at: later } }],
  ];

  it('is completed by the first token that comes, and that is not the first answer', () => {
    for (const [outcome, decided] of outcomes) {
      given(installDecider, ...without)
        .when((state) => recordInstall(state, late, outcome))
        .thenEvents(reopened('late'), decided);
      expect(isAnswered(given(installDecider, ...without, reopened('late'), decided).state())).toBe(true);
    }
  });

  it('is pending from its token on until the attribution service answers, at most a day', () => {
    given(installDecider, ...without)
      .when((state) => recordInstall(state, late, { outcome: 'pending' }))
      .thenEvents(reopened('late'));
    const open = given(installDecider, ...without, reopened('late'));
    expect(installAttribution(open.state())).toEqual({ status: 'pending' });
    const kept = { first_launch_at: now, attribution_token: 'late', received_at: later };
    expect(open.state()).toMatchObject({ status: 'pending', answered: true, report: kept });
    open
      .when((state) => decideAttribution(state, byAd, { decided_at: later, answered: false }))
      .thenEvents(attributed(false, later));
    open
      .when((state) =>
        recordInstall(state, { ...late, received_at: '2026-03-02T12:30:00.000Z' }, { outcome: 'pending' }),
      )
      .thenNothing();
    const end = '2026-03-02T13:00:00.000Z';
    open
      .when((state) => recordInstall(state, { ...late, received_at: end }, { outcome: 'pending' }))
      .thenEvents(organic('no_answer_in_time', false, end));
  });

  it('stays as it is while calls bring no token, or come from a build that is not from the store', () => {
    const calls: [InstallReport, CallOutcome][] = [
      [
        { ...bare, received_at: later },
        { outcome: 'organic', reason: 'no_token' },
      ],
      [late, { outcome: 'test_build' }],
    ];
    for (const [call, outcome] of calls) {
      given(installDecider, ...without)
        .when((state) => recordInstall(state, call, outcome))
        .thenNothing();
    }
  });

  it('is completed by what an import says, once the SDK asks as its first answer', () => {
    for (const [outcome, decided] of outcomes) {
      given(installDecider, bareReported, organic('no_token', false))
        .when((state) => importInstall(state, { ...late, attribution_token: null }, outcome))
        .thenEvents(reopened(null), decided);
    }
    given(installDecider, bareReported, organic('no_token', false))
      .when((state) => recordInstall(state, late, byAd))
      .thenEvents(reopened('late'), attributed(true, later));
  });

  it('is the only one that a later token completes', () => {
    const settled: InstallEvent[][] = [
      [reported, organic('not_by_ads')],
      [reported, organic('token_rejected')],
      [reported, organic('no_answer_in_time')],
      [reported, attributed(true)],
      [tested],
      [...without, reopened('late'), organic('not_by_ads', false)],
      [...without, reopened('late'), organic('no_answer_in_time', false)],
    ];
    for (const past of settled) {
      given(installDecider, ...past)
        .when((state) => recordInstall(state, late, byAd))
        .thenNothing();
      given(installDecider, ...past)
        .when((state) => importInstall(state, late, byAd))
        .thenNothing();
      expect(given(installDecider, ...past, reopened('other')).state()).toEqual(given(installDecider, ...past).state());
    }
  });
});

describe('the answer to the SDK', () => {
  it('is the attribution, null for organic users and tests, or that it is not there yet', () => {
    const attributionAfter = (...past: InstallEvent[]) => installAttribution(given(installDecider, ...past).state());
    expect(attributionAfter()).toEqual({ status: 'unknown' });
    expect(attributionAfter(reported)).toEqual({ status: 'pending' });
    expect(attributionAfter(reported, attributed(true))).toEqual({ status: 'answered', attribution });
    expect(attributionAfter(reported, organic('not_by_ads'))).toEqual({ status: 'answered', attribution: null });
    expect(attributionAfter(tested)).toEqual({ status: 'answered', attribution: null });
  });

  it('is recorded once when a decision from the background reaches the SDK', () => {
    const ask = { ...identity, answered_at: later };
    given(installDecider, reported, attributed(false))
      .when((state) => deliverAttribution(state, ask))
      .thenEvents(attributionDeliveredAt(later));
    for (const past of [
      [reported, attributed(false), attributionDeliveredAt(later)],
      [reported, attributed(true)],
      [tested],
      [reported],
      [],
    ]) {
      given(installDecider, ...past)
        .when((state) => deliverAttribution(state, ask))
        .thenNothing();
    }
  });
});

describe('an imported user', () => {
  const old = { ...report, attribution_token: null };
  const oldReported: InstallEvent = { type: 'InstallReported', data: old };

  it('is attributed as the service said then, without a token, and the SDK has not got the answer', () => {
    given(installDecider)
      .when((state) => importInstall(state, old, byAd))
      .thenEvents(oldReported, attributed(false));
    given(installDecider)
      .when((state) => importInstall(state, old, { outcome: 'organic', reason: 'no_token' }))
      .thenEvents(oldReported, organic('no_token', false));
  });

  it('changes nothing when it is known already', () => {
    given(installDecider, reported, attributed(true))
      .when((state) => importInstall(state, old, notByAd))
      .thenEvents();
    given(installDecider, tested)
      .when((state) => importInstall(state, old, byAd))
      .thenEvents();
  });

  it('brings the answer that is still awaited, but is no answer itself without one', () => {
    given(installDecider, reported)
      .when((state) => importInstall(state, old, byAd))
      .thenEvents(attributed(false));
    given(installDecider, reported)
      .when((state) => importInstall(state, old, { outcome: 'organic', reason: 'no_token' }))
      .thenEvents();
  });

  it('of a test is a test', () => {
    for (const outcome of ['test', 'test_build'] as const) {
      given(installDecider)
        .when((state) => importInstall(state, old, { outcome }))
        .thenEvents(tested);
    }
  });

  it('cannot have begun more than three years ago', () => {
    given(installDecider)
      .when((state) => importInstall(state, { ...old, first_launch_at: '2023-02-28T11:00:00.000Z' }, byAd))
      .thenRefused('invalid_request');
  });
});
