import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure } from '../../../testing/stand-in-server.ts';

const joined = sessionResponse(account({ access: 'member' }), [application()]);
const invitation = { status: 'ok', organization_name: 'Example Apps', email: 'joan@tapwise.example' };

describe('an invitation', () => {
  for (const path of ['/accept_invitation', '/login']) {
    it(`at ${path} shows its team, joins it by keys, and leaves no secret in the address`, async () => {
      const { server, address, reload } = await openScreen(`${path}?token=twi_a&proof=twp_b`, {
        signedIn: false,
        responses: {
          'GET /api/account/collaborator': invitation,
          'POST /api/account': joined,
          'GET /api/account': joined,
        },
      });
      await expect.element(page.getByLabelText('Organization')).toHaveValue('Example Apps');
      await expect.element(page.getByLabelText('Email')).toHaveAttribute('readonly');
      await expect.poll(address).toBe(path);
      await page.getByRole('button', { name: 'Join team' }).click();
      await expect.element(page.getByText('Please input your Name')).toBeVisible();
      expect(writesOf(server.calls)).toEqual([]);
      await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
      await userEvent.keyboard('Joan');
      await tabTo('Password');
      await userEvent.keyboard('correct horse battery{Enter}');
      await expect.poll(address).toMatch(/^\/client\/reports/);
      const body = { collaborator_token: 'twi_a', proof: 'twp_b', name: 'Joan', password: 'correct horse battery' };
      expect(writesOf(server.calls).at(-1)?.body).toEqual(body);
      expect(typeof reload).toBe('function');
    });
  }

  it('that is over says so', async () => {
    const over = 'This invitation is no longer valid. Ask for a new one.';
    await openScreen('/accept_invitation?token=twi_a', {
      signedIn: false,
      responses: { 'GET /api/account/collaborator': () => failure(404, over) },
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent(over);
    await expect.element(page.getByRole('link', { name: 'Back to log in' })).toBeVisible();
  });
});

describe('a forgotten password', () => {
  it('is asked about from the log-in, and the answer is the same for every address', async () => {
    const { server, address } = await openScreen('/login?mode=log-in', {
      signedIn: false,
      responses: { 'POST /api/account/password_reset': { status: 'ok' } },
    });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect.poll(address).toBe('/reset');
    await page.getByLabelText('E-mail').fill('ada@tapwise.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('If ada@tapwise.example has an account')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ email: 'ada@tapwise.example' });
  });

  it('is replaced with the link of the mail; a link that is over leads to a new one', async () => {
    const { server, address } = await openScreen('/reset#token=twr_a', {
      signedIn: false,
      responses: {
        'POST /api/account/password': () => failure(404, 'This link is no longer valid.'),
        'GET /api/account': joined,
      },
    });
    await page.getByLabelText('New password').fill('a long new password');
    await page.getByLabelText('Re-type password').fill('another');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect.element(page.getByText('The two passwords that you entered do not match')).toBeVisible();
    await page.getByLabelText('Re-type password').fill('a long new password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect.element(page.getByText('This link is no longer valid.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible();
    server.setResponse('POST /api/account/password', joined);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect.poll(address).toMatch(/^\/client\/reports/);
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ reset_token: 'twr_a', password: 'a long new password' });
  });
});

it('an address is confirmed by opening the link of its mail', async () => {
  const { server, address } = await openScreen('/verify#token=twv_a', {
    signedIn: false,
    responses: { 'POST /api/account/verify': { status: 'ok', email: 'ada@tapwise.example' } },
  });
  await expect.element(page.getByText('ada@tapwise.example is confirmed.')).toBeVisible();
  expect(writesOf(server.calls).at(-1)?.body).toEqual({ verification_token: 'twv_a' });
  await expect.poll(address).toBe('/verify');
});

it('mails are stopped by a button, not by opening the link, which programs do that check links', async () => {
  const path = '/unsubscribe/17.automation.secret';
  const { server } = await openScreen(path, { signedIn: false, responses: { [`POST ${path}`]: { status: 'ok' } } });
  await expect.element(page.getByText(/You will get no more mails about automation rules/)).toBeVisible();
  expect(writesOf(server.calls)).toEqual([]);
  await tabTo('Unsubscribe');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Done. You get no more mails about automation rules.')).toBeVisible();
  expect(writesOf(server.calls).map(({ url }) => url.pathname)).toEqual([path]);
  const other = '/unsubscribe/17.all.secret';
  const refused = { [`POST ${other}`]: () => failure(404, 'This link is no longer valid.') };
  await openScreen(other, { signedIn: false, responses: refused });
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This link is no longer valid.');
});

it('pages of mailed links have no accessibility fault in either theme', async () => {
  const responses = {
    'GET /api/account/collaborator': invitation,
    'POST /api/account/verify': failure.bind(null, 404, 'x'),
  };
  const paths = ['/accept_invitation?token=twi_a', '/reset', '/reset#token=twr_a', '/verify#token=twv_a'];
  for (const path of [...paths, '/unsubscribe/17.automation.secret']) {
    await openScreen(path, { signedIn: false, responses });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText('Loading...')).not.toBeInTheDocument();
    await expectAccessible(path);
  }
});
