import { expect, type Locator, type Page } from '@playwright/test';
import { firstFiguresMs, openSignedIn } from '../../e2e/signed-in.ts';
import { press } from './by-keys.ts';

/** A rule of the demo that has run for a while. */
export const past = 'Raise new keywords to traffic';

export const beside = (page: Page, title: string | RegExp) => page.getByRole('complementary', { name: title });
export const menuOf = (page: Page, rule: string) => page.getByRole('button', { name: `Actions of ${rule}` });
export const rowOf = (page: Page, rule: string) => page.getByRole('row').filter({ hasText: rule });
export const toast = (page: Page, text: string | RegExp) => page.getByText(text).first();

/** Opens Automation once its rules are there: the demo's come with the first pull. */
export async function openRules(page: Page): Promise<void> {
  await expect(async () => {
    await openSignedIn(page, '/client/automation');
    await expect(page.getByRole('link', { name: past })).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: firstFiguresMs });
}

/** Opens the page of a rule. */
export async function openRule(page: Page, rule: string): Promise<void> {
  await openRules(page);
  await press(page, page.getByRole('link', { name: rule }));
  await expect(page.getByRole('region', { name: rule })).toBeVisible();
}

/** Sends what is open beside the rules away; what opened it has the focus again. */
export async function close(page: Page, panel: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(opener).toBeFocused();
}
