import { expect, type Page, test } from '@playwright/test';
import { openAsNewAccount, openSignedIn } from './signed-in.ts';

/** In the page: what the element with the focus is called. */
const focusedName = `(() => {
  const element = document.activeElement;
  return element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent ?? '';
})()`;

/** Presses Tab until what has the focus is called like this; the way there may not be longer than a screen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const label = (await page.evaluate<string>(focusedName)).trim();
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

test('an account is made and left with keys alone', async ({ page }) => {
  await page.goto('/login');
  await tabTo(page, 'Name');
  await page.keyboard.type('Ada Example');
  await tabTo(page, 'E-mail');
  await page.keyboard.type(`keys-${Date.now()}@tapwise.example`);
  await tabTo(page, 'Password');
  await page.keyboard.type('correct horse battery staple');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/client\/settings/);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await tabTo(page, 'Log out');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login/);
});

test('sign-up and log-in change by keys, and what was typed stays', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('ada@tapwise.example');
  await page.getByRole('tab', { name: 'Sign up' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@tapwise.example');
  await tabTo(page, 'Show password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text');
});

test('the skip link, the menu and its rail are worked with keys', async ({ page }) => {
  await openSignedIn(page, '/client/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await page.getByRole('button', { name: 'Collapse menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('link', { name: 'Countries' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Countries' })).toBeFocused();
  await expect(page).toHaveTitle('Countries · Tapwise');
});

test('on a narrow screen the menu is a drawer that Esc closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, '/client/inapps');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Countries' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Countries' })).toBeHidden();
  await expect(button).toBeFocused();
});

test('Settings is worked with keys: a new application, the name of an ad account, the theme', async ({ page }) => {
  await openAsNewAccount(page, '/client/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await tabTo(page, 'New application');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Name/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please input app name')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please input app name')).toBeHidden();
  await tabTo(page, 'Set up: Search-ads service');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Account name/);
  await page.keyboard.type('Moonvale Apps');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the demo says why nothing of its set-up can be changed', async ({ page }) => {
  await openSignedIn(page, '/client/settings');
  for (const name of ['New application', 'Add account: Search-ads service']) {
    const button = page.getByRole('button', { name }).first();
    await button.focus();
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAttribute('title', "You're on a demo account.");
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('form')).toHaveCount(0);
});
