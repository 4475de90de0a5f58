import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure } from '../../../testing/stand-in-server.ts';

const mail = (overrides: object) => ({
  id: 'a',
  kind: 'welcome',
  to: 'ada@example.com',
  subject: 'Welcome to Tapwise',
  links: [],
  text: 'Hello Ada',
  created_at: '2026-11-24T10:00:00.000Z',
  ...overrides,
});
const link = 'http://127.0.0.1:8080/reset#token=twl_a';
const mails = [
  mail({ id: 'b', kind: 'reset', subject: 'New password', text: `Set it here:\n\n${link}\n\nIt works for an hour.` }),
  mail({}),
  mail({
    id: 'c',
    kind: 'invite',
    to: 'ben@example.com',
    subject: '<b>Join</b> us',
    text: '<script>alert(1)</script>',
  }),
];
const open = (response: object | (() => object), overrides: object = {}) =>
  openScreen('/outbox', { signedIn: false, responses: { 'GET /api/demo/outbox': response }, ...overrides });

describe('the outbox of a demo', () => {
  it('shows each mail as text with its link, and finds one by its address', async () => {
    await open({ status: 'ok', mails });
    await expect.element(page.getByRole('article')).toHaveLength(3);
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', link);
    await expect.element(page.getByText('<script>alert(1)</script>')).toBeVisible();
    await page.getByLabelText('Find by address or subject').fill('BEN@');
    await expect.element(page.getByRole('article')).toHaveLength(1);
    await page.getByLabelText('Find by address or subject').fill('nobody');
    await expect.element(page.getByText('No mail matches.')).toBeVisible();
  });

  it('says that nothing was mailed yet, and that there is none elsewhere', async () => {
    await open({ status: 'ok', mails: [] });
    await expect.element(page.getByText('No mail yet.', { exact: false })).toBeVisible();
    await open(() => failure(404, 'Not found'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is no outbox here.');
  });

  it('has no accessibility fault in either theme and fits a narrow screen', async () => {
    await open({ status: 'ok', mails }, { width: 320 });
    await expect.element(page.getByRole('article')).toHaveLength(3);
    await expectAccessible('whole');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});
