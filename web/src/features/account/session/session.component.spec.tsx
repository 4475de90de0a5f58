import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure, timedOut } from '../../../testing/stand-in-server.ts';

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const password = () => page.getByRole('textbox', { name: 'Password' });
const fresh = sessionResponse(account(), []);

describe('signing up', () => {
  it('says what is missing and sends nothing', async () => {
    const { server } = await openScreen('/login', { signedIn: false });
    await press('Create account');
    for (const field of ['Name', 'Email', 'Password']) {
      await expect.element(page.getByText(`Please input your ${field}`)).toBeVisible();
    }
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is done and undone with keys alone', async () => {
    const { server, address } = await openScreen('/login', {
      signedIn: false,
      responses: {
        'POST /api/account': fresh,
        'GET /api/account': fresh,
        'DELETE /api/session': { status: 'ok' },
      },
    });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await tabTo('Name');
    await userEvent.keyboard('Ada Example');
    await tabTo('E-mail');
    await userEvent.keyboard('ada@tapwise.example');
    await tabTo('Password');
    await userEvent.keyboard('correct horse battery staple{Enter}');
    await expect.poll(address).toMatch(/^\/client\/settings/);
    const body = { name: 'Ada Example', email: 'ada@tapwise.example', password: 'correct horse battery staple' };
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual(body);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await tabTo('Log out');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toMatch(/^\/login/);
  });

  it('changes to logging in by keys and keeps what was typed', async () => {
    await openScreen('/login', { signedIn: false });
    await page.getByLabelText('E-mail').fill('ada@tapwise.example');
    (page.getByRole('tab', { name: 'Sign up' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect.element(page.getByLabelText('E-mail')).toHaveValue('ada@tapwise.example');
    await tabTo('Show password');
    await userEvent.keyboard('{Enter}');
    await expect.element(password()).toHaveAttribute('type', 'text');
  });
});

describe('logging in', () => {
  it('shows why it was refused and can be tried again', async () => {
    const { server, address } = await openScreen('/login', {
      signedIn: false,
      responses: {
        'POST /api/session': () => failure(401, 'Email or password is wrong', 'unauthorized'),
        'GET /api/account': fresh,
      },
    });
    await page.getByRole('tab', { name: 'Log in' }).click();
    await page.getByLabelText('E-mail').fill('ada@tapwise.example');
    await password().fill('not the password');
    await press('Log in');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Email or password is wrong');
    server.setResponse('POST /api/session', fresh);
    await press('Log in');
    await expect.poll(address).toMatch(/^\/client\/settings/);
  });

  it.each([
    ['/client/countries?sort=-installs', /^\/client\/countries\?.*sort=-installs/],
    ['/client/reports?tab=full&range=last30', /^\/client\/reports\?.*range=last30.*tab=full/],
  ])('leads back to %s when a session has ended', async (requestedPath, reached) => {
    const { server, address } = await openScreen(requestedPath, {
      responses: { 'GET /api/account': () => failure(401, 'Unauthorized', 'unauthorized') },
    });
    await expect.poll(address).toMatch(/^\/login/);
    server.setResponse('POST /api/session', sessionResponse(account({ demo: true }), []));
    server.setResponse('GET /api/account', sessionResponse(account({ demo: true }), []));
    await press(/demo/i);
    await expect.poll(address).toMatch(reached);
  });
});

describe('the payments beside the form', () => {
  const newest = () => document.querySelector('[data-step] b + span')?.parentElement?.textContent ?? null;
  const panel = () => document.querySelector('[data-step]');
  /** Answers the page's question whether less motion is wanted. */
  const preferLessMotion = (matches: boolean) => {
    const media = window.matchMedia.bind(window);
    return vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const list = media(query);
      if (query.includes('reduced-motion')) Object.defineProperty(list, 'matches', { value: matches });
      return list;
    });
  };

  it('are hidden from assistive technology; each three seconds another one comes first', async () => {
    const moving = preferLessMotion(false);
    const timers = vi.spyOn(window, 'setInterval');
    await openScreen('/login', { signedIn: false });
    await expect.poll(panel).toBeVisible();
    expect(panel()).toHaveAttribute('aria-hidden', 'true');
    const first = newest();
    const [step] = timers.mock.calls.find(([, pause]) => pause === 3_000) ?? [];
    if (typeof step === 'function') step();
    await expect.poll(newest).not.toBe(first);
    moving.mockRestore();
    timers.mockRestore();
  });

  it('do not move for those who want less motion, and are absent on a narrow screen', async () => {
    const calm = preferLessMotion(true);
    const timers = vi.spyOn(window, 'setInterval');
    await openScreen('/login', { signedIn: false });
    await expect.poll(panel).toBeVisible();
    expect(timers.mock.calls.filter(([, pause]) => pause === 3_000)).toEqual([]);
    calm.mockRestore();
    timers.mockRestore();
    await openScreen('/login', { signedIn: false, width: 390, height: 844 });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(panel()).toBeNull();
    expectFits();
  });
});

it('the sign-in screen and a page that is missing have no accessibility fault in either theme', async () => {
  for (const address of ['/client/no/such/page', '/no/such/page']) {
    await openScreen(address, { signedIn: false });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(address);
  }
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await openScreen('/login', { signedIn: false, responses: { 'POST /api/session': timedOut } });
  await press('Create account');
  await expect.element(page.getByText('Please input your Email')).toBeVisible();
  await expectAccessible('/login with errors');
  await press(/demo/i);
  await expect.element(page.getByText('The request took too much time to execute.')).toBeVisible();
  await expectAccessible('/login refused');
});
