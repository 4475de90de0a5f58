import { expect, type Locator, type Page } from '@playwright/test';
import { press } from './by-keys.ts';

const mostChoices = 60;

/** Opens a list by keys and chooses in it. */
export async function choose(page: Page, picker: Locator, option: string): Promise<void> {
  await press(page, picker);
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  const id = await wanted.getAttribute('id');
  await page.keyboard.press('Home');
  for (let step = 0; step < mostChoices; step += 1) {
    if ((await picker.getAttribute('aria-activedescendant')) === id) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(picker).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('Enter');
  await expect(wanted).toHaveCount(0);
  await expect(picker).toBeFocused();
}

/** Moves the focus back to an element with Shift and Tab: the way forward would go through every row of a table. */
export async function tabBackTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostChoices && !(await hasFocus(target)); step += 1) await page.keyboard.press('Shift+Tab');
  await expect(target).toBeFocused();
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Opens a menu by keys and takes one of its actions. */
export async function take(page: Page, menu: Locator, action: string): Promise<void> {
  await press(page, menu);
  const wanted = page.getByRole('menuitem', { name: action, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let step = 0; step < mostChoices; step += 1) {
    if (await hasFocus(wanted)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}
