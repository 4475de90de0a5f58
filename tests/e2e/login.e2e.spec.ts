import { expect, test } from '@playwright/test';
import { openDemo } from './reports-page.ts';

test('one press leads from the sign-in screen into the demo', async ({ page }) => {
  await openDemo(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Application' })).toHaveText(/\S/);
});

test('a new account beside the demo sees nothing of it, and can log in again', async ({ page }) => {
  const email = `e2e-${Date.now()}@tapwise.example`;
  await page.goto('/login');
  await page.getByLabel('Name', { exact: true }).fill('Ada Example');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/client\/settings/);
  await expect(page.getByText('Please create your first applicaiton to start using Tapwise')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Please create your first applicaiton' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login/);
  await page.getByRole('tab', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/client\/settings/);
});
