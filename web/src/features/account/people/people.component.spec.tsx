import type { Collaborator, ListedSession } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure } from '../../../testing/stand-in-server.ts';

const ada = account({ email_verified: false });
const member = (overrides: Partial<Collaborator>): Collaborator => ({
  email: ada.email,
  name: ada.name,
  accountId: ada.user_id,
  token: null,
  access: 'admin',
  joined_at: '2026-01-02T10:00:00.000Z',
  ...overrides,
});
const grace = member({ email: 'grace@tapwise.example', name: 'Grace', accountId: 2, access: 'member' });
const invited: Collaborator = {
  email: 'joan@tapwise.example',
  name: null,
  accountId: null,
  token: 'twi_secret',
  access: 'restricted',
  invited_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-27T10:00:00.000Z',
};
const agentOf = (id: string) => `Mozilla/5.0 (X11; Linux x86_64; ${id}) Gecko/20100101 Firefox/132.0`;
const session = (id: string, current: boolean): ListedSession => ({
  id,
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-22T10:00:00.000Z',
  address: '192.0.2.0/24',
  agent: agentOf(id),
  current,
});

const open = (options: ScreenOptions = {}) =>
  openScreen('/client/settings', {
    ...options,
    responses: {
      'GET /api/account': sessionResponse(ada, [application()]),
      'GET /api/account/collaborators': { status: 'ok', collaborators: [member({}), grace, invited] },
      'GET /api/sessions': { status: 'ok', sessions: [session('a', true), session('b', false)] },
      'GET /api/asa/guardrails': {
        status: 'ok',
        guardrails: {},
        stop_all: { active: false, scope: null, since: null },
      },
      ...options.responses,
    },
  });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const lastWrite = (server: Awaited<ReturnType<typeof open>>['server']) => {
  const last = writesOf(server.calls).at(-1);
  return { call: `${last?.method} ${last?.url.pathname}`, body: last?.body };
};

describe('the profile', () => {
  it('is edited with keys: passwords are compared, what was not changed is null, a refusal stays in the dialog', async () => {
    const { server } = await open({
      responses: { 'PUT /api/account': () => failure(400, 'Use at least 8 characters', 'invalid_request') },
    });
    await expect.element(page.getByText('Not confirmed yet')).toBeVisible();
    await tabTo('Edit profile');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Edit profile' });
    await expect.element(dialog).toBeVisible();
    await dialog.getByLabelText('Name').fill('Grace');
    await dialog.getByLabelText('New password').fill('short');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The two passwords that you entered do not match')).toBeVisible();
    await expect.element(dialog.getByLabelText('Re-type password')).toHaveFocus();
    expect(writesOf(server.calls)).toEqual([]);
    await userEvent.keyboard('short{Enter}');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Use at least 8 characters');
    const body = { name: 'Grace', organizationName: null, password: 'short' };
    expect(lastWrite(server)).toEqual({ call: 'PUT /api/account', body });
    server.setResponse('PUT /api/account', { status: 'ok', account: ada });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Edit profile')).toHaveFocus();
  });

  it('has switches for mails, each stored when it is pressed', async () => {
    const { server } = await open({ responses: { 'PUT /api/account': { status: 'ok', account: ada } } });
    await button('Notifications settings').click();
    for (const name of ['Receive product updates', 'Share usage statistics', 'Integration mails']) {
      await expect.element(page.getByRole('switch', { name })).toBeVisible();
    }
    await page.getByRole('switch', { name: 'Automation mails' }).click();
    const body = { mail_switches: { ...ada.mail_switches, automation: !ada.mail_switches.automation } };
    await expect.poll(() => lastWrite(server)).toEqual({ call: 'PUT /api/account', body });
    await button('Close').click();
  });
});

describe('the team', () => {
  it('invites, changes a role, and asks before a member loses the account', async () => {
    const { server } = await open({
      responses: {
        'POST /api/account/collaborator': { status: 'ok', collaborator: invited },
        'PUT /api/account/collaborator': { status: 'ok', collaborator: grace },
        'DELETE /api/account/collaborator': { status: 'ok' },
      },
    });
    const invite = button('Invite');
    await expect.element(invite).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('textbox', { name: 'Email' }).fill('new@tapwise.example');
    await page.getByLabelText('Role', { exact: true }).selectOptions('restricted');
    await invite.click();
    const body = { email: 'new@tapwise.example', access: 'restricted' };
    await expect.poll(() => lastWrite(server)).toEqual({ call: 'POST /api/account/collaborator', body });
    await page.getByLabelText('Role of grace@tapwise.example').selectOptions('admin');
    const promoted = { call: 'PUT /api/account/collaborator', body: { account_id: 2, access: 'admin' } };
    await expect.poll(() => lastWrite(server)).toEqual(promoted);
    await expect.element(button('Copy invitation link, joan@tapwise.example')).toBeVisible();
    await button('Revoke access, grace@tapwise.example').click();
    const dialog = page.getByRole('alertdialog', { name: 'Revoke access?' });
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(lastWrite(server)).toEqual(promoted);
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    const removed = { account_id: 2, collaborator_token: null };
    await expect.poll(() => lastWrite(server)).toEqual({ call: 'DELETE /api/account/collaborator', body: removed });
    await button('Revoke access, joan@tapwise.example').click();
    await expect.poll(() => lastWrite(server).body).toEqual({ account_id: null, collaborator_token: 'twi_secret' });
  });

  it('is for admins: members see no list and it is not asked for', async () => {
    const { server } = await open({
      responses: { 'GET /api/account': sessionResponse(account({ access: 'member' }), [application()]) },
    });
    await expect.element(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Team Management' })).not.toBeInTheDocument();
    expect(server.calls.some(({ url }) => url.pathname.endsWith('collaborators'))).toBe(false);
  });
});

it('ends one session, and all others', async () => {
  const { server } = await open({ responses: { 'DELETE /api/sessions': { status: 'ok' } } });
  const device = page.getByRole('rowheader', { name: 'Firefox 132 on Linux' }).first();
  await expect.element(device).toHaveAttribute('title', agentOf('a'));
  await button('Sign out everywhere').click();
  await expect.poll(() => lastWrite(server)).toEqual({ call: 'DELETE /api/sessions', body: { others: true } });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => lastWrite(server).body).toEqual({ session_id: 'b' });
});

it('says in the demo why nothing about people can be changed, and asks for no sessions', async () => {
  const { server } = await open({
    responses: {
      'GET /api/account': sessionResponse(account({ demo: true }), [application()]),
    },
  });
  for (const name of ['Edit profile', 'Notifications settings', 'Revoke access, grace@tapwise.example']) {
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(name)).toHaveAttribute('title', "You're on a demo account.");
    (button(name).element() as HTMLElement).click();
  }
  expect(writesOf(server.calls)).toEqual([]);
  expect(server.calls.some(({ url }) => url.pathname === '/api/sessions')).toBe(false);
  await open({ responses: { 'GET /api/sessions': () => failure(500, 'broken', 'internal') } });
  await expect.element(button('Retry')).toBeVisible();
});

it('has no accessibility fault in either theme, with dialogs open, and fits a phone', async () => {
  await open();
  await expect.element(button('Sign out everywhere')).toBeVisible();
  await expectAccessible('people');
  for (const [name, closes] of [
    ['Edit profile', 'Cancel'],
    ['Notifications settings', 'Close'],
    ['Revoke access, grace@tapwise.example', 'Cancel'],
  ] as const) {
    await button(name).click();
    await expect.element(button(closes)).toBeVisible();
    await expectAccessible(name);
    await button(closes).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
  await open({ width: 390 });
  await expect.element(button('Sign out everywhere')).toBeInTheDocument();
  expectFits();
});

describe('the data of the person', () => {
  const made = { requested_at: '2026-11-22T10:00:00.000Z', expires_at: '2026-11-29T10:00:00.000Z' };

  it('are exported: while the copy is made no other can be wanted', async () => {
    let currentAccount = account();
    const { server } = await open({
      responses: {
        'GET /api/account': () => sessionResponse(currentAccount, [application()]),
        'POST /api/account/export': () => {
          currentAccount = account({ export: { ...made, expires_at: null } });
          return { status: 'ok' };
        },
      },
    });
    await button('Export my data').click();
    await expect.element(button('Export my data')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('status').getByText('Your export is being prepared.')).toBeVisible();
    expect(lastWrite(server)).toEqual({ call: 'POST /api/account/export', body: {} });
  });

  it('are downloaded when they are ready, and deleted with the password', async () => {
    const { server } = await open({
      responses: {
        'GET /api/account': sessionResponse(account({ export: made, deletes_at: '2026-12-07T10:00:00.000Z' }), []),
        'DELETE /api/account': () => failure(400, 'Wrong password', 'wrong_password'),
      },
    });
    await expect.element(button('Download export')).toBeVisible();
    await expect.element(page.getByText(/will be deleted on 7 Dec 2026/)).toBeVisible();
    await button('Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect.element(dialog.getByText('Please input your Password')).toBeVisible();
    await dialog.getByLabelText('Password').fill('not mine at all');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Wrong password')).toBeVisible();
    expect(lastWrite(server)).toEqual({ call: 'DELETE /api/account', body: { password: 'not mine at all' } });
  });

  it('say before they are deleted what happens to the team', async () => {
    const asAdmin = (collaborators: Collaborator[]) => ({
      'GET /api/account/collaborators': { status: 'ok', collaborators },
    });
    const asMember = { 'GET /api/account': sessionResponse(account({ access: 'member' }), []) };
    for (const [responses, notice] of [
      [asAdmin([member({}), invited]), 'You are the last person of your team'],
      [asAdmin([member({}), grace]), 'Your team needs at least one admin'],
      [
        asAdmin([member({}), member({ email: 'alan@tapwise.example', accountId: 3 })]),
        'Your team continues without you',
      ],
      [asMember, 'Your team continues without you'],
    ] as const) {
      await open({ responses });
      await button('Delete account').click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await expect.element(dialog.getByText(notice)).toBeVisible();
      expect(dialog.getByText(/^(You are the last|Your team (needs|continues))/).elements()).toHaveLength(1);
    }
  });
});
