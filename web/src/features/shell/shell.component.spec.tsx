import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openScreen } from '../../testing/open-screen.tsx';
import { countriesLtv } from '../../testing/store-fixtures.ts';

const answers = { 'GET /api/application/countries_ltv': countriesLtv([]) };
const focus = (role: 'link' | 'button', name: string) =>
  (page.getByRole(role, { name, exact: true }).element() as HTMLElement).focus();

it('the skip link, the menu and its rail are worked with keys', async () => {
  await openScreen('/client/settings', { answers });
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
  await openScreen('/client/countries', { answers, width: 390, height: 844 });
  const button = page.getByRole('button', { name: 'Menu' });
  await expect.element(button).toBeVisible();
  focus('button', 'Menu');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'In-Apps' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'In-Apps' })).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
