import { describe, expect, it } from 'vitest';
import { addDays, hourMs } from '../../../shared/calendar/days.ts';
import { type Alerts, createAlerts, evolveAlerts } from '../alerts.ts';
import type { EpisodeEvent } from '../episode/episode.events.ts';
import { type BuiltInKind, builtInAlertId, builtInKinds, defaultSettings } from '../settings/built-in-kinds.ts';
import type { AlertFigures } from './alert-figures.ts';
import { doubtsAt } from './data-doubts.ts';
import { evaluateBuiltIn } from './evaluate-built-in.ts';
import { campaignOf, figuresOf, noon, today } from './sample-figures.fixture.ts';

const applicationId = 3;
const organization = { applicationId, orgId: 40, zone: 'Europe/Berlin' };
const settings = defaultSettings({ factor: 1.5, plus: 50 });

interface Incident {
  readonly kind: BuiltInKind;
  readonly key: string;
  readonly org_id?: number | null;
  readonly at?: number;
}

/** An incident begins. */
function fire(
  alerts: Alerts,
  { kind, key, org_id = null, at = noon }: Incident,
  ofApplication = applicationId,
): string {
  const episode_id = crypto.randomUUID();
  const fired_at = new Date(at).toISOString();
  const data: Extract<EpisodeEvent, { type: 'AlertFired' }>['data'] = {
    alert_id: builtInAlertId(ofApplication, kind),
    application_id: ofApplication,
    episode_id,
    key,
    name: key,
    org_id,
    alert_name: kind,
    severity: 'high',
    slot: fired_at,
    value: null,
    limit: null,
    unit: null,
    currency: null,
    window: null,
    spend: 0,
    text: '',
    text_without_amounts: '',
    before: [],
    message: 'fired',
    changes: 1,
    changes_since: fired_at,
    fired_at,
  };
  evolveAlerts(alerts, { type: 'AlertFired', data }, 1n);
  return episode_id;
}

/** Sources in doubt while all incidents are open that alerts find. */
function sourcesOf(kinds: readonly BuiltInKind[], figures: AlertFigures, orgId = 40): readonly string[] {
  const alerts = createAlerts();
  for (const kind of kinds)
    for (const { key, org_id, finding } of evaluateBuiltIn(kind, settings, figures))
      if (finding === true) fire(alerts, { kind, key, org_id });
  return doubtsAt(alerts, { ...organization, orgId }, noon).map(({ source }) => source);
}

describe('open data alerts', () => {
  it('put what the SDK reports in doubt where it sees another share of installs than usual', () => {
    const gap = campaignOf(1, (ago) => ({ installs: 1000, firstLaunches: ago >= 1 && ago <= 3 ? 810 : 920 }));
    expect(sourcesOf(['tracking_gap'], figuresOf([gap]))).toEqual(['people']);
    expect(sourcesOf(['tracking_gap'], figuresOf([gap]), 41)).toEqual([]);
  });

  it.each([
    { key: 'ads:credentials_refused', sources: ['ads', 'impression_share', 'search_terms'] },
    { key: 'sdk:away', sources: ['people'] },
    { key: 'notifications:unknown_format', sources: ['people'] },
    { key: 'store:access_lost', sources: [] },
  ])('put sources of an integration in doubt: $key', ({ key, sources }) => {
    const broken = [{ key, orgId: null, name: 'It', sentence: 'does not work' }];
    expect(sourcesOf(['integration'], figuresOf([], { broken }))).toEqual(sources);
    expect(sourcesOf(['integration'], figuresOf([], { broken }), 41)).toEqual(sources);
  });

  it('put sources of an integration in doubt where it does not work alone', () => {
    const broken = [{ key: 'ads:refused:41', orgId: 41, name: 'Apple Ads', sentence: 'does not work' }];
    expect(sourcesOf(['integration'], figuresOf([], { broken }), 41)).toEqual([
      'ads',
      'impression_share',
      'search_terms',
    ]);
    expect(sourcesOf(['integration'], figuresOf([], { broken }), 40)).toEqual([]);
  });

  it('put what has been silent in doubt', () => {
    const silent = { last: noon - 30 * hourMs, perDay: 80 };
    expect(sourcesOf(['integration'], figuresOf([], { sdk: silent }))).toEqual(['people']);
    expect(sourcesOf(['integration'], figuresOf([], { store: silent }))).toEqual(['people']);
  });

  it.each([
    { pulled: { ads: noon - 7 * hourMs }, sources: ['ads'] },
    { adsDay: addDays(today, -2), sources: ['ads'] },
    { pulled: { search_terms: noon - 49 * hourMs }, sources: ['search_terms'] },
    { pulled: { impression_share: noon - 49 * hourMs }, sources: ['impression_share'] },
  ])('put in doubt what has not been pulled: %o', ({ pulled = {}, sources, ...others }) => {
    const [usual] = figuresOf([]).organizations;
    const organizations = usual === undefined ? [] : [{ ...usual, ...others, pulled: { ...usual.pulled, ...pulled } }];
    expect(sourcesOf(['no_data'], figuresOf([], { organizations }))).toEqual(sources);
    expect(sourcesOf(['no_data'], figuresOf([], { organizations }), 4)).toEqual([]);
  });

  it('are no others', () => {
    const others = builtInKinds.filter((kind) => !['tracking_gap', 'integration', 'no_data'].includes(kind));
    const alerts = createAlerts();
    for (const kind of others) fire(alerts, { kind, key: 'org:40' });
    fire(alerts, { kind: 'no_data', key: 'org:40' }, 4);
    expect(doubtsAt(alerts, organization, noon)).toEqual([]);
  });

  it('count from their beginning to their end, and since the local day of the oldest', () => {
    const alerts = createAlerts();
    const late = Date.parse('2026-11-20T23:30:00.000Z');
    const doubts = (at: number) => doubtsAt(alerts, organization, at);
    const episode_id = fire(alerts, { kind: 'integration', key: 'sdk:away', at: late });
    fire(alerts, { kind: 'tracking_gap', key: 'org:40', at: noon });
    const subject = { application_id: applicationId, key: 'sdk:away', slot: '' };
    const recovered_at = new Date(noon + hourMs).toISOString();
    const alert_id = builtInAlertId(applicationId, 'integration');
    const recovered = { ...subject, alert_id, episode_id, message: 'recovered' as const, recovered_at };
    evolveAlerts(alerts, { type: 'AlertRecovered', data: recovered }, 2n);
    expect([late - 1, late, noon, noon + hourMs].map((at) => doubts(at).map(({ since }) => since))).toEqual([
      [],
      ['2026-11-21'],
      ['2026-11-21'],
      ['2026-11-23'],
    ]);
  });

  it('end with an edit of the alert', () => {
    const alerts = createAlerts();
    fire(alerts, { kind: 'no_data', key: 'org:40' });
    const content = {
      name: 'No new data',
      on: false,
      severity: 'normal' as const,
      for: 1,
      clear: 1,
      channels: [],
      apply_to: null,
      automation_params: null,
      settings: null,
    };
    const subject = { alert_id: builtInAlertId(applicationId, 'no_data'), application_id: applicationId };
    const changed_at = new Date(noon + hourMs).toISOString();
    const changed = { ...subject, content, version: 2, restarts: true, changed_by: 1, changed_at };
    evolveAlerts(alerts, { type: 'AlertChanged', data: changed }, 2n);
    expect(doubtsAt(alerts, organization, noon)).toHaveLength(1);
    expect(doubtsAt(alerts, organization, noon + hourMs)).toEqual([]);
  });
});
