import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';

const unset = { asa_integration: 'not_integrated' as const, asa_account_name: null, asaOrganizations: [] };
const withoutAds = sessionResponse(account(), [application(unset)]);
const withInvitation = sessionResponse(account(), [application({ ...unset, asa_integration: 'invitation_sent' })]);
const demo = sessionResponse(account({ demo: true }), [application()]);
const button = (name: string) => page.getByRole('button', { name });

describe('Settings', () => {
  it('is worked with keys: a new application, the name of an ad account, the theme', async () => {
    const { server } = await openScreen('/client/settings', { responses: { 'GET /api/account': withoutAds } });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await tabTo('New application');
    await userEvent.keyboard('{Enter}');
    await tabTo(/^Name/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Please input app name')).toBeVisible();
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
    await tabTo('Cancel');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Please input app name')).not.toBeInTheDocument();
    await tabTo('Set up: Apple Ads');
    await userEvent.keyboard('{Enter}');
    await tabTo(/^Account name/);
    server.setResponse('POST /api/application/asa_account_name', () => {
      server.setResponse('GET /api/account', withInvitation);
      return { status: 'ok' };
    });
    await userEvent.keyboard('Moonvale Apps{Enter}');
    await expect.element(page.getByText('Invitation sent')).toBeVisible();
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ application_id: 1, asa_account_name: 'Moonvale Apps' });
    (page.getByRole('radio', { name: 'System' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  });

  it('shows the whole address that the store is to send to, and says that it was entered', async () => {
    const open = application({ asc_notifications_integration: 'not_integrated' });
    const responses = { 'GET /api/account': sessionResponse(account(), [open]) };
    const { server } = await openScreen('/client/settings', { responses });
    await button('Address: Subscription notifications').click();
    await expect.element(page.getByText(open.notifications_url ?? '', { exact: true })).toBeVisible();
    await expect.element(button('Copy: notification address')).toBeVisible();
    server.setResponse('POST /api/application/asc_notifications', { status: 'ok' });
    await button('I added the address').click();
    await expect.poll(() => server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ application_id: 1 });
  });

  it('says in the demo why nothing of its set-up can be changed', async () => {
    const { server } = await openScreen('/client/settings', { responses: { 'GET /api/account': demo } });
    for (const name of ['New application', 'Add account: Apple Ads']) {
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
      await expect.element(button(name)).toHaveAttribute('title', "You're on a demo account.");
      (button(name).element() as HTMLElement).focus();
      await expect.element(button(name)).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    }
    expect(page.getByRole('form', { name: /application|service/ }).elements()).toEqual([]);
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('a new application', () => {
  it('needs the address of an app in the App Store, which the page says before it sends anything', async () => {
    const { server } = await openScreen('/client/settings', {
      responses: { 'POST /api/application': { status: 'ok' } },
    });
    const wrong = page.getByText('Please enter the address of your app in the App Store');
    const address = page.getByLabelText('App store URL');
    const posts = () => server.calls.filter(({ method }) => method === 'POST');
    await button('New application').click();
    await page.getByLabelText('Name', { exact: true }).fill('Moonvale');
    for (const text of ['javascript://apps.apple.com/app/id7', 'https://apps.apple.com.example.com/app/id7']) {
      await address.fill(text);
      await button('Create application').click();
      await expect.element(wrong).toBeVisible();
      await expect.element(address).toHaveFocus();
    }
    expect(posts()).toEqual([]);
    await address.fill('https://apps.apple.com/app/id7');
    await expect.element(wrong).not.toBeInTheDocument();
    await button('Create application').click();
    await expect.poll(() => posts().map(({ body }) => body)).toMatchObject([{ url: 'https://apps.apple.com/app/id7' }]);
  });
});

const failing = sessionResponse(account(), [
  application({
    problems: [
      {
        integration: 'ads',
        reason: 'gone',
        since: '2026-11-28T04:18:00.000Z',
        sentence:
          'Apple Ads has answered since November 28, 2026, 04:18 UTC that what we ask for does not exist any more. Figures stay as they were; ask support for a version that asks in the new way.',
      },
      {
        integration: 'store',
        reason: 'column_missing',
        since: '2026-11-27T12:00:00.000Z',
        sentence:
          'App Store Connect has sent reports without a column that we need since November 27, 2026, 12:00 UTC. These days are missing; ask support for a version that reads them.',
      },
    ],
  }),
]);

it('Settings says in the row what fails, since when and what to do, without an accessibility fault', async () => {
  await openScreen('/client/settings', { responses: { 'GET /api/account': failing } });
  const row = (key: string) =>
    page.elementLocator(document.querySelector(`[data-integration="${key}"]`) ?? document.body);
  await expect.element(page.getByText(/^Apple Ads has answered since November 28/)).toBeVisible();
  for (const key of ['ads', 'store']) {
    await expect.element(row(key)).toHaveAttribute('data-state', 'integrated');
    await expect.element(row(key).getByText('Needs attention')).toBeVisible();
    await expect.element(row(key).getByText(/ since November 2[78], 2026/)).toBeVisible();
  }
  await expect.element(row('sdk').getByText('Active')).toBeVisible();
  // The time of the last event is a sentence of its own after one.
  expect(row('store').element().textContent).toMatch(/reads them\. Last event/);
  await expectAccessible('failing');
});

it('Settings has no accessibility fault in either theme: of the demo, and with forms open', async () => {
  const { server, reload } = await openScreen('/client/settings', { responses: { 'GET /api/account': demo } });
  await expect.element(page.getByText("You're on a demo account: ")).toBeVisible();
  await expectAccessible('demo');
  server.setResponse('GET /api/account', withoutAds);
  await reload();
  await button('New application').click();
  await button('Create application').click();
  await expect.element(page.getByText('Please input app name')).toBeVisible();
  await button('Set up: Apple Ads').click();
  await button('Submit').click();
  await expect.element(page.getByText('Error: account name is required')).toBeVisible();
  await expectAccessible('forms');
});
