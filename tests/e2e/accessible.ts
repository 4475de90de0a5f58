import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Words that are seen are part of the name (2.5.3): off unless asked for, as axe calls it experimental. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/**
 * Nothing is wrong by axe. Left out are the focus guards of the component library, which axe misreads.
 * @param within only this part, where the rest was looked at before: a long table takes axe ten seconds.
 */
export async function expectAccessible(page: Page, where: string, within = 'html'): Promise<void> {
  await settled(page);
  // Only faults are reported, and in one go, as no page has frames: either way of asking costs as much as the search.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], rules })
    .withTags(tags)
    .setLegacyMode(true);
  const { violations } = await axe.include(within).exclude('[data-tabster-dummy]').analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(faults, where).toEqual([]);
}

/** Colours halfway through a change mean nothing; spinners never end and are not waited for. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => undefined)`);
}
