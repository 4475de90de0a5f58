import { describe, expect, it } from 'vitest';
import { alert, episode, slackChannel, takenEpisode } from '../../../../testing/fixtures/alert-fixtures.ts';
import { alertFaults, alertForm, alertUpdates } from './alert-form.ts';
import { channelContent, channelFaults, channelForm } from './channel-form.ts';
import { curveOf } from './curve.ts';
import { comparedText, figureText, spanText, summaryText, windowText } from './episode-texts.ts';

const minute = 60_000;

describe('texts of an incident', () => {
  it('give a figure its unit, and say what it is compared with', () => {
    expect(figureText(0.8095, episode())).toBe('80.95 %');
    expect(figureText(98.1, takenEpisode)).toBe('98.10 $');
    expect(figureText(7, { unit: 'hours', currency: null })).toBe('7 h');
    expect(figureText(null, episode())).toBe('– %');
    expect(comparedText(episode())).toBe('usually 92.00 %, limit 82.00 %');
    expect(comparedText(takenEpisode)).toBe('limit 98.10 $');
    expect(comparedText({ ...takenEpisode, limit: null })).toBe('');
  });

  it('name days once where a month is the same, and spans in two units at most', () => {
    expect(windowText({ from: '2026-11-18', to: '2026-11-20' })).toBe('18 to 20 Nov');
    expect(windowText({ from: '2026-10-30', to: '2026-11-02' })).toBe('30 Oct to 2 Nov');
    expect(windowText({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov');
    expect([-1, 42, 60, 462, 3000].map((minutes) => spanText(minutes * minute))).toEqual([
      '0 min',
      '42 min',
      '1 h',
      '7 h 42 min',
      '2 days',
    ]);
  });

  it('count as snoozed what still is', () => {
    const alerts = [alert({ snoozed_until: '2026-11-22T00:00:00.000Z' }), alert({ on: false })];
    const at = (day: string) => summaryText(alerts, [episode(), takenEpisode], Date.parse(day));
    expect(at('2026-11-21')).toBe('2 open, 1 of them taken · 1 snoozed · 1 of 2 on');
    expect(at('2026-11-22')).toBe('2 open, 1 of them taken · 1 of 2 on');
  });
});

describe('the curve of an incident', () => {
  const series = { from: '2026-11-16', values: [0.9, null, 0.8, 1], usual: 0.9, low: 0.85, high: null };

  it('is divided where a day has no figure, and marks the days outside of what is usual', () => {
    const curve = curveOf(series, 30, 20);
    expect(curve?.lines).toEqual(['0,10', '20,20 30,0']);
    expect(curve?.outside).toEqual([{ x: 20, y: 20 }]);
    expect(curve?.last).toMatchObject({ x: 30, y: 0 });
    expect(curve?.band?.top).toBe(0);
    expect(curve?.band?.bottom).toBeCloseTo(15);
  });

  it('is none without a figure, and flat where all are one', () => {
    expect(curveOf({ ...series, values: [null, null] }, 30, 20)).toBeNull();
    expect(curveOf({ ...series, values: [5], usual: null, low: null }, 30, 20)).toMatchObject({
      lines: ['30,20'],
      band: null,
    });
  });
});

describe('the form of an alert', () => {
  it('sends what is another alone, all numbers together, an open one as none', () => {
    const before = alert({ settings: { share: 90, monthly_limit: 500 } });
    const form = alertForm(before);
    expect(alertUpdates(form, before)).toEqual({});
    expect(alertUpdates({ ...form, channels: [...form.channels].reverse() }, before)).toEqual({});
    const numbers = { share: '90', monthly_limit: ' ' };
    expect(alertUpdates({ ...form, numbers }, before)).toEqual({ settings: { share: 90, monthly_limit: null } });
    expect([...alertFaults({ ...form, numbers })]).toEqual([]);
  });

  it('refuses evaluations beyond a week and what is no number', () => {
    const form = alertForm(alert());
    const wrong = {
      ...form,
      name: ' ',
      for: '0',
      clear: '1.5',
      numbers: { ...form.numbers, points: '', installs: 'x' },
    };
    expect([...alertFaults(wrong).keys()]).toEqual(['for', 'clear', 'installs', 'points']);
  });
});

describe('the form of a channel', () => {
  const fresh = channelForm(null, 'Europe/Berlin');

  it('takes addresses of Slack for Slack only', () => {
    const faultOf = (url: string) => channelFaults({ ...fresh, kind: 'slack', name: 'a', url }, true).url;
    expect(faultOf('https://hooks.slack.com/services/T0/B0/x')).toBeUndefined();
    expect(faultOf('https://hooks.slack-gov.com/services/T0/B0/x')).toBeUndefined();
    const bad = 'Please enter a Slack incoming webhook address';
    expect(faultOf('https://hooks.slack.com.evil.example/services/T0/B0/x')).toBe(bad);
    expect(faultOf('https://hooks.slack.com:8443/services/T0/B0/x')).toBe(bad);
    expect(faultOf('http://hooks.slack.com/services/T0/B0/x')).toBe(bad);
    expect(faultOf('')).toBe(bad);
  });

  it('is the channel again when nothing was changed, and keeps its address', () => {
    const { name, quiet, digest, without_amounts } = slackChannel;
    const form = channelForm(slackChannel, 'UTC');
    expect(channelFaults(form, false)).toEqual({});
    expect(channelContent(form)).toEqual({ name, quiet, digest, without_amounts });
    expect(channelContent({ ...fresh, name: ' Marketing ', members: [2] })).toEqual({
      name: 'Marketing',
      account_ids: [2],
      quiet: null,
      digest: null,
      without_amounts: false,
    });
  });
});
