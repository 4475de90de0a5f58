import { expect, type Locator, type Page } from '@playwright/test';

/** So many stops of the focus are more than any screen has before its tables. */
const mostStops = 120;
const mostColumns = 60;
const mostChoices = 60;
/** Figures that a condition may be about. */
const mostOptions = 150;

/** Moves the focus to an element with Tab alone: what keys do not reach is not found. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Goes to a button, link or tick by keys and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field by keys and types into it, over what it holds. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Types a day into the parts of a date field, in the order of the browser's language. */
export async function typeDay(page: Page, field: Locator, day: string): Promise<void> {
  const [year, month, date] = day.split('-');
  await tabTo(page, field);
  await page.keyboard.type(`${month}${date}${year}`);
  await expect(field).toHaveValue(day);
}

/** Moves from cell to cell of a row with arrows until the wanted one has the focus. */
export async function moveTo(page: Page, cell: Locator): Promise<void> {
  for (let step = 0; step < mostColumns; step += 1) {
    if (await hasFocus(cell)) return;
    await page.keyboard.press('ArrowRight');
  }
  await expect(cell).toBeFocused();
}

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

/** Chooses in a list of the browser's own by its arrows, and stays there. */
export async function chooseIn(page: Page, list: Locator, option: string | RegExp): Promise<void> {
  await tabTo(page, list);
  await pickIn(page, list, option);
}

/** As `chooseIn`, of a list that is behind the focus. */
export async function chooseBackIn(page: Page, list: Locator, option: string | RegExp): Promise<void> {
  await tabBackTo(page, list);
  await pickIn(page, list, option);
}

async function pickIn(page: Page, list: Locator, option: string | RegExp): Promise<void> {
  const chosen = async () => (await list.locator('option:checked').textContent()) ?? '';
  const isWanted = (text: string) => (typeof option === 'string' ? text === option : option.test(text));
  await page.keyboard.press('Home');
  for (let step = 0; step < mostOptions && !isWanted(await chosen()); step += 1) await page.keyboard.press('ArrowDown');
  expect(isWanted(await chosen()), `${await chosen()} is chosen`).toBe(true);
  await expect(list).toBeFocused();
}

/** Moves the focus back to an element with Shift and Tab: the way forward would go through every row of a table. */
export async function tabBackTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostChoices && !(await hasFocus(target)); step += 1) await page.keyboard.press('Shift+Tab');
  await expect(target).toBeFocused();
}

/** Opens a menu by keys and takes one of its actions. */
export async function chooseAction(page: Page, menu: Locator, action: string): Promise<void> {
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

/** Something has the focus: it was not lost with what was pressed. */
export async function expectFocusKept(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement?.tagName'), { message: where }).not.toBe('BODY');
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
