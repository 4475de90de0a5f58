import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Nothing is wrong by axe. Left out are the focus guards of the component library, which axe misreads.
 * @param within only this part, where the rest was looked at before: a long table takes axe ten seconds.
 */
export async function expectAccessible(page: Page, where: string, within = 'html'): Promise<void> {
  const axe = new AxeBuilder({ page }).include(within).withTags(rules).exclude('[data-tabster-dummy]');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

/** No part of the page is wider than a small screen; tables scroll inside their own box. */
export async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(Number(width)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
