import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { countriesLtv } from '../../../testing/fixtures/store-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import type { StandInServer } from '../../../testing/stand-in-server.ts';

const state = (scope: 'team' | 'application' | null) => ({
  status: 'ok',
  guardrails: {},
  stop_all: { active: scope !== null, scope, since: scope === null ? null : '2026-11-23T10:00:00.000Z' },
});

const open = (path: string, options: ScreenOptions = {}) =>
  openScreen(path, {
    ...options,
    responses: {
      'GET /api/account': sessionResponse(account(), [application(), application({ id: 2, name: 'Sunvale' })]),
      'GET /api/asa/guardrails': state(null),
      'GET /api/application/countries_ltv': countriesLtv([]),
      ...options.responses,
    },
  });
/** Answers the state as the presses of the page have left it, so that asking early sees what was before them. */
function followPresses(server: StandInServer, scope: 'team' | 'application'): void {
  let active = false;
  server.setResponse('POST /api/asa/stop_all', ({ body }) => {
    active = (body as { stop: boolean }).stop;
    return { status: 'ok', stop_all: state(active ? scope : null).stop_all };
  });
  server.setResponse('GET /api/asa/guardrails', () => state(active ? scope : null));
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('Stop all', () => {
  it('stops the whole team with one press on any screen, says so there, and is released by an admin', async () => {
    const { server } = await open('/client/settings');
    await expect.element(button('Stop all')).toBeVisible();
    const middle = (element: Element) => element.getBoundingClientRect().top + element.clientHeight / 2;
    const heading = page.getByRole('heading', { level: 1 });
    expect(Math.abs(middle(button('Stop all').element()) - middle(heading.element()))).toBeLessThan(4);
    followPresses(server, 'team');
    await button('Stop all').click();
    await expect.element(page.getByText('Stopped: the whole team')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ stop: true });
    await page.getByRole('link', { name: 'Countries' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Countries' })).toBeVisible();
    await expect.element(page.getByText('Stopped: the whole team')).toBeVisible();
    await button('Release Stop all').click();
    await expect.element(button('Stop all')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ stop: false });
  });

  it('stops one application by keys alone, and releases that one', async () => {
    const { server } = await open('/client/countries?app=2');
    await expect.element(button('What to stop')).toBeVisible();
    await tabTo('What to stop');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Stop Sunvale only' })).toHaveFocus();
    followPresses(server, 'application');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Stopped: Sunvale')).toBeVisible();
    await expect.element(button('Release Stop all')).toHaveFocus();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ stop: true, application_id: 2 });
    const call = server.calls.filter(({ url }) => url.pathname === '/api/asa/guardrails').at(-1);
    expect(call?.url.searchParams.get('application_id')).toBe('2');
    await button('Release Stop all').click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toEqual({ stop: false, application_id: 2 });
  });

  it('keeps the focus in its place when the button pressed is replaced by another', async () => {
    const { server } = await open('/client/countries');
    await expect.element(button('Stop all')).toBeVisible();
    followPresses(server, 'team');
    await tabTo('Stop all');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Release Stop all')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Stop all')).toHaveFocus();
  });

  it('cannot be released by a member, and is not there for restricted members', async () => {
    const session = (access: 'member' | 'restricted') => ({
      'GET /api/account': sessionResponse(account({ access }), [application()]),
      'GET /api/asa/guardrails': state('team'),
    });
    const { server } = await open('/client/settings', { responses: session('member') });
    const release = button('Release Stop all');
    await expect.element(release).toHaveAttribute('aria-disabled', 'true');
    (release.element() as HTMLElement).click();
    expect(writesOf(server.calls)).toEqual([]);
    const other = await open('/client/settings', { responses: session('restricted') });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect.element(button('Release Stop all')).not.toBeInTheDocument();
    expect(other.server.calls.some(({ url }) => url.pathname === '/api/asa/guardrails')).toBe(false);
  });
});

it('has no accessibility fault in either theme, running and stopped, and fits a phone', async () => {
  const { server, reload } = await open('/client/countries');
  await button('What to stop').click();
  await expect.element(page.getByRole('button', { name: 'Stop the whole team' })).toBeVisible();
  await expectAccessible('the choice', '[role="group"], header');
  await userEvent.keyboard('{Escape}');
  server.setResponse('GET /api/asa/guardrails', state('team'));
  await reload();
  await expect.element(page.getByText('Stopped: the whole team')).toBeVisible();
  await expectAccessible('stopped', 'header');
  await open('/client/keywordscomparison', {
    width: 390,
    responses: { 'GET /api/asa/guardrails': state('team') },
  });
  await expect.element(button('Release Stop all')).toBeVisible();
  expectFits();
  const [release, help] = [button('Release Stop all'), button('Help')].map((control) =>
    control.element().getBoundingClientRect(),
  );
  expect(release?.right).toBeLessThanOrEqual(help?.left ?? 0);
  expect(help?.right).toBeLessThanOrEqual(390);
});
