import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standInServer } from '../../testing/stand-in-server.ts';
import { beginPage } from '../page/page-store.ts';
import { ApiError } from '../server/http/api-error.ts';
import { tokenStore } from '../storage/token-store.ts';
import { reportFault } from './report-fault.ts';
import { reportUsage, sendUsage, shareUsage } from './report-usage.ts';

interface Sent {
  events: { name: string; at: string; properties: object }[];
  token: string | null;
}
let beacons: Promise<Sent>[];
beforeEach(() => {
  beacons = [];
  beginPage();
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((path, body) => {
    expect(path).toBe('/api/usage');
    expect((body as Blob).type).toBe('application/json');
    beacons.push((body as Blob).text().then((text) => JSON.parse(text) as Sent));
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const opened = () => reportUsage('reports_level_opened', { level: 'keyword' });

describe('how the page is used', () => {
  it('is sent once, when the page is hidden, with the session', async () => {
    tokenStore.set('tws_mine');
    opened();
    reportUsage('bids_submitted', { count: 3 });
    expect(beacons).toHaveLength(0);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(beacons).toHaveLength(1);
    const sent = await beacons[0];
    expect(sent?.token).toBe('tws_mine');
    expect(sent?.events.map(({ name, properties }) => [name, properties])).toEqual([
      ['reports_level_opened', { level: 'keyword' }],
      ['bids_submitted', { count: 3 }],
    ]);
    tokenStore.set(null);
  });

  it('is sent fifty at a time', async () => {
    for (let count = 0; count < 51; count += 1) opened();
    expect((await beacons[0])?.events).toHaveLength(50);
  });

  it('is not even kept for who does not share it, or in a browser that asks not to be tracked', () => {
    shareUsage(false);
    opened();
    shareUsage(true);
    for (const name of ['doNotTrack', 'globalPrivacyControl'] as const) {
      const value = name === 'doNotTrack' ? '1' : true;
      Object.defineProperty(navigator, name, { configurable: true, get: () => value });
      opened();
      Reflect.deleteProperty(navigator, name);
    }
    sendUsage();
    expect(beacons).toHaveLength(0);
  });
});

describe('a fault of the page', () => {
  it('is reported to its own server, once, without what is in its address', async () => {
    const server = standInServer({ 'POST /api/client_error': { status: 'ok' } });
    history.replaceState(null, '', '/client/automation/8f14-e45f?token=tws_secret#there');
    reportFault(new TypeError('cannot read'));
    reportFault(new TypeError('cannot read'));
    history.replaceState(null, '', '/');
    await expect.poll(() => server.calls.length).toBe(1);
    expect(server.calls[0]?.body).toMatchObject({
      message: 'TypeError: cannot read',
      stack: expect.stringContaining('usage.component.spec'),
      route: '/client/automation/:id',
      build: expect.any(String),
      request_id: null,
    });
    expect(JSON.stringify(server.calls[0]?.body)).not.toContain('tws_secret');
  });

  it('is none when the server refused something, or a call was left', async () => {
    const server = standInServer({ 'POST /api/client_error': { status: 'ok' } });
    for (const error of [new ApiError(404, 'Not found', 'not_found'), new DOMException('left', 'AbortError')]) {
      reportFault(error);
    }
    reportFault(new ApiError(500, 'Internal server error', 'internal', 'request-1'));
    await expect
      .poll(() => server.calls.map(({ body }) => (body as { request_id: string }).request_id))
      .toEqual(['request-1']);
  });

  it('is reported ten times a minute at most', async () => {
    const server = standInServer({ 'POST /api/client_error': { status: 'ok' } });
    for (let number = 0; number < 15; number += 1) reportFault(new Error(`fault ${number}`));
    await expect.poll(() => server.calls.length).toBe(10);
  });
});
