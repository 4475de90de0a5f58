import { focusManager } from '@tanstack/react-query';
import type { Account, Application } from '@tapwise/contract';
import { type SdkVersion, sdkVersionsResponseSchema } from '@tapwise/contract/sdk-versions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportMove, reportTeamChange } from '../../../testing/live.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInResponse, type StandInServer } from '../../../testing/stand-in-server.ts';

const key = 'a'.repeat(40);
const sessionOf = (app: Partial<Application>, person: Partial<Account> = {}) =>
  sessionResponse(account(person), [application(app)]);
const unset = { sdk_integration: 'not_integrated', last_sdk_event_at: null, first_sdk_event_date: null } as const;
const waiting = { ...unset, sdk_integration: 'waiting_for_events' } as const;

const newest: SdkVersion = {
  version: '1.4.0',
  age: 'newest',
  installs: 900,
  install_share: 0.9,
  token_share: 0.95,
  pending_share: 0.01,
  newest_install_at: '2026-11-20T10:00:00.000Z',
  lacks_tokens: false,
  refused_calls: 2,
  refused_often: false,
};
const older: SdkVersion = { ...newest, version: '1.3.0', age: 'older', installs: 100, install_share: 0.1 };
const versions = (...rows: SdkVersion[]) =>
  sdkVersionsResponseSchema.parse({ status: 'ok', versions: rows, newest_version: '1.4.0' });

const open = (session: object, list: StandInResponse, width = 1440) =>
  openScreen('/client/settings', {
    width,
    responses: { 'GET /api/account': session, 'GET /api/application/sdk_versions': list },
  });
const row = () => document.querySelector<HTMLElement>('[data-integration="sdk"]');
const rowText = () => row()?.textContent ?? '';
const badge = () => row()?.querySelector('[data-state]')?.textContent;
const panel = () => page.getByRole('region', { name: 'iOS SDK of Moonvale' });
const guide = () => page.getByRole('button', { name: 'Guide: iOS SDK' });
const callsTo = (server: StandInServer, path: string) => server.calls.filter(({ url }) => url.pathname === path).length;

describe('the guide of the SDK', () => {
  it('shows by keys alone the line of each language with the key and the address, and copies it', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => written.mockRestore());
    await open(sessionOf(unset), versions());
    await expect.element(guide()).toBeVisible();
    await tabTo('Guide: iOS SDK');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(panel())
      .toHaveTextContent(`Tapwise.start(apiKey: "${key}", url: "https://in.tapwise.example")`);
    await expect.element(panel().getByRole('link')).toHaveAttribute('href', '/docs/swift_sdk_integration');
    const below = () =>
      document.querySelector('#appearance, [aria-labelledby="profile-title"]')?.getBoundingClientRect().top;
    const before = below();
    await tabTo(/^Swift/);
    for (const name of ['Objective-C', 'React Native', 'Flutter', 'Unity', 'Xamarin', 'HTTP']) {
      await userEvent.keyboard('{ArrowRight}');
      const tab = panel().getByRole('tab', { name });
      await expect.element(tab).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(panel().getByRole('tabpanel', { name })).toHaveTextContent(key);
      await expect.element(panel().getByRole('tabpanel', { name })).toHaveTextContent('https://in.tapwise.example');
    }
    expect(below()).toBe(before);
    await expect
      .element(panel().getByRole('link', { name: 'SDK calls by HTTP' }))
      .toHaveAttribute('href', '/docs/sdk_http_calls');
    await tabTo('Copy: code for HTTP');
    await userEvent.keyboard('{Enter}');
    await expect.element(panel().getByRole('button', { name: 'Copied: code for HTTP' })).toBeVisible();
    expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`"api_key": "${key}"`));
    await expectAccessible('the guide', '[data-integration="sdk"]');
  });

  it('turns to Active when the server reports the first call, and says when it came', async () => {
    const { server } = await open(sessionOf(waiting), versions(newest));
    // Nothing is asked for by itself while the page is in the background: what changes was pushed.
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    await guide().click();
    await expect.element(panel()).toHaveTextContent('Waiting for the first call.');
    await expect.element(panel()).toHaveTextContent('Versions are listed here once the app calls.');
    expect(callsTo(server, '/api/application/sdk_versions')).toBe(0);
    await expect.poll(() => reportMove(1)).toBe(1);
    server.setResponse('GET /api/account', sessionOf({}));
    await reportTeamChange();
    await expect.poll(badge).toBe('Active');
    await expect.element(panel().getByRole('status')).toHaveTextContent(/^Active: the app calls\. Last call .*2026/);
    await expect.element(panel().getByRole('rowheader', { name: '1.4.0 Newest' })).toBeVisible();
  });

  it('shows members who may not see the key the line as the docs have it, and lets them confirm nothing', async () => {
    const restricted = sessionOf(
      { ...unset, api_key: null, api_keys: null, notifications_url: null },
      { access: 'restricted' },
    );
    const { server } = await open(restricted, versions());
    await guide().click();
    await expect.element(panel()).toHaveTextContent('YOUR_API_KEY');
    await expect.element(panel()).toHaveTextContent('Admins and members see the line with the key');
    const confirm = page.getByRole('button', { name: 'Confirm: iOS SDK' });
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    await expect.element(confirm).toHaveAttribute('title', 'Admins and members can set this up.');
    (confirm.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('versions of the SDK', () => {
  it('are listed with shares, the newest and older ones marked, and fit a phone', async () => {
    await open(sessionOf({}), versions(newest, older), 390);
    await guide().click();
    await expect
      .element(panel().getByRole('row', { name: /^1\.4\.0 Newest 90\.00 900 95\.00 1\.00 2 / }))
      .toBeVisible();
    await expect.element(panel().getByRole('rowheader', { name: '1.3.0 Older' })).toBeVisible();
    await expect.element(panel()).toHaveTextContent('10.00 % of installs come from versions older than 1.4.0.');
    await expect.poll(badge).toBe('Active');
    expectFits();
    expect(panel().element().scrollWidth).toBe(panel().element().clientWidth);
    await expectAccessible('versions', '[data-integration="sdk"]');
  });

  it('that do worse than the others are warned of in the row, before it is opened, and in the guide', async () => {
    const broken = {
      ...older,
      version: '2.0.0',
      age: 'unknown' as const,
      installs: 0,
      install_share: 0,
      newest_install_at: null,
    };
    const refused = { ...broken, token_share: null, pending_share: null, refused_calls: 1200, refused_often: true };
    await open(sessionOf({}), versions(newest, { ...older, token_share: 0.4, lacks_tokens: true }, refused));
    await expect.poll(badge).toBe('Needs attention');
    expect(row()?.dataset.state).toBe('integrated');
    expect(rowText()).toContain('Version 1.3.0: 60.00 % of installs came without Apple’s token');
    expect(rowText()).toContain('Version 2.0.0: 1,200 calls could not be read and were refused');
    await guide().click();
    await expect.element(panel().getByRole('row', { name: '2.0.0 0.00 0 – – 1,200 –' })).toBeVisible();
    await expectAccessible('warnings', '[data-integration="sdk"]');
  });

  it('say when there are none, why they cannot be read, and are read again on request; the row stays', async () => {
    const { server } = await open(sessionOf({}), () => failure(500, 'Broken', 'internal'));
    await guide().click();
    await expect.element(panel().getByRole('alert')).toHaveTextContent('The versions could not be read');
    await expect.poll(badge).toBe('Active');
    await expectAccessible('a failure', '[data-integration="sdk"]');
    server.setResponse('GET /api/application/sdk_versions', versions());
    await panel().getByRole('button', { name: 'Retry' }).click();
    await expect.element(panel()).toHaveTextContent('No install from the store in the last seven days.');
    await expect.element(panel().getByRole('alert')).not.toBeInTheDocument();
  });

  it('come late and move nothing below them', async () => {
    let respond: (response: object) => void = () => undefined;
    const response = new Promise<object>((resolve) => {
      respond = resolve;
    });
    await open(sessionOf({}), () => response);
    await guide().click();
    await expect.element(panel()).toHaveTextContent('Loading...');
    await expect.element(panel().getByRole('tab', { name: 'Swift' })).toBeVisible();
    const below = () => row()?.getBoundingClientRect().bottom;
    const before = below();
    respond(versions(newest, older));
    await expect.element(panel().getByRole('rowheader', { name: '1.4.0 Newest' })).toBeVisible();
    expect(below()).toBe(before);
  });
});
