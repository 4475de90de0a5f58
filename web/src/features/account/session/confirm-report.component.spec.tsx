import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { recipientResponse } from '../../../testing/fixtures/scheduled-report-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure } from '../../../testing/stand-in-server.ts';

const path = '/api/report_recipient';
const address = '/confirm-report#token=a.secret';

it('a report is accepted by a button, not by opening the link, and can be declined afterwards', async () => {
  const { server, address: here } = await openScreen(address, {
    signedIn: false,
    width: 320,
    responses: {
      [`GET ${path}`]: recipientResponse('pending'),
      [`POST ${path}`]: ({ body }) => ({
        status: 'ok',
        state: (body as { accept: boolean }).accept ? 'confirmed' : 'unsubscribed',
      }),
    },
  });
  await expect.element(page.getByText('Ada Example of Example Apps wants to send you a report')).toBeVisible();
  await expect.element(page.getByText('Every Monday at 08:00 (Europe/Berlin)')).toBeVisible();
  await expect.poll(here).toBe('/confirm-report');
  expect(writesOf(server.calls)).toEqual([]);
  expectFits();
  await expectAccessible('a report to confirm');
  await tabTo('Send me this report');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('You get this report.', { exact: false })).toBeVisible();
  await tabTo('Unsubscribe');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('You do not get this report.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send it to me again' })).toBeVisible();
  const bodies = writesOf(server.calls).map(({ body }) => body);
  expect(bodies).toEqual([
    { token: 'a.secret', accept: true },
    { token: 'a.secret', accept: false },
  ]);
});

it('a void link says so', async () => {
  const over = failure(404, 'This link is no longer valid.');
  await openScreen(address, { signedIn: false, theme: 'dark', responses: { [`GET ${path}`]: () => over.clone() } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('This link is no longer valid.');
  await expectAccessible('a void link');
  await openScreen('/confirm-report', { signedIn: false });
  await expect.element(page.getByRole('alert')).toHaveTextContent('This link is no longer valid.');
});
