import type { Account } from '@tapwise/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { countriesLtv } from '../../../testing/fixtures/store-fixtures.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';

const responses = { 'GET /api/application/countries_ltv': countriesLtv([]) };
const focus = (role: 'link' | 'button', name: string) =>
  (page.getByRole(role, { name, exact: true }).element() as HTMLElement).focus();

it('the skip link, the menu and its rail are worked with keys', async () => {
  await openScreen('/client/settings', { responses });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  focus('link', 'Skip to content');
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.id).toBe('content');
  focus('button', 'Collapse menu');
  await userEvent.keyboard('{Enter}');
  const expand = page.getByRole('button', { name: 'Expand menu' });
  await expect.element(expand).toHaveAttribute('aria-expanded', 'false');
  focus('link', 'Countries');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Countries' })).toHaveFocus();
  await expect.poll(() => document.title).toBe('Countries · Tapwise');
});

it('on a narrow screen the menu is a drawer that Esc closes', async () => {
  await openScreen('/client/countries', { responses, width: 390, height: 844 });
  const button = page.getByRole('button', { name: 'Menu' });
  await expect.element(button).toBeVisible();
  focus('button', 'Menu');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'In-Apps' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'In-Apps' })).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('a failed payment and the end of service are said on every screen, and lead admins to Payments', async () => {
  const openCountries = async (overrides: Partial<Account>) => {
    const session = sessionResponse(account(overrides), [application()]);
    await openScreen('/client/countries', { responses: { ...responses, 'GET /api/account': session } });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Countries' })).toBeVisible();
  };
  const link = (name: string) => page.getByRole('main').getByRole('link', { name });
  await openCountries({ hasBillingIssues: true, service_ends_at: '2026-12-01T12:00:00.000Z' });
  const words = 'We were unable to process your payment, please update your card info';
  await expect.element(page.getByText(`${words}. Your service continues until 1 Dec 2026.`)).toBeVisible();
  await expect.element(link('Update card')).toHaveAttribute('href', '/client/payments');
  await expectAccessible('a failed payment');
  await openCountries({ hasBillingIssues: true, access: 'member' });
  await expect.element(page.getByText('Ask an admin to check the payment.')).toBeVisible();
  await expect.element(link('Update card')).not.toBeInTheDocument();
  await openCountries({ service: 'ended', trialExpirationDate: '2026-10-31T12:00:00.000Z' });
  await expect.element(page.getByText('Your trial ended on 31 Oct 2026. Choose a plan.')).toBeVisible();
  await openCountries({
    service: 'idle',
    paidUntil: '2026-10-01T12:00:00.000Z',
    trialExpirationDate: '2026-03-01T12:00:00.000Z',
  });
  await expect.element(page.getByText('Your plan ended on 1 Oct 2026. Choose a plan.')).toBeVisible();
  await expect.element(page.getByText('payment required')).toBeVisible();
});
