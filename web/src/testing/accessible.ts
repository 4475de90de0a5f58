import axe from 'axe-core';
import { expect } from 'vitest';
import { contrastFaults } from './contrast.ts';
import { settled } from './settled.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Words that are seen are part of the name (2.5.3): off unless asked for, as axe calls it experimental. */
const rules = { 'label-content-name-mismatch': { enabled: true }, 'color-contrast': { enabled: false } };

/**
 * axe finds nothing in the page, as far as colours matter in both themes. Left out are the focus guards of the component library, which axe misreads.
 * @param within selector of the only part to look at, where the rest was looked at before: a long table takes axe seconds
 */
export async function expectAccessible(where: string, within = 'body'): Promise<void> {
  await settled();
  const results = await axe.run(
    { include: [within], exclude: ['[data-tabster-dummy]'] },
    { runOnly: { type: 'tag', values: tags }, rules, resultTypes: ['violations'] },
  );
  const contrast = await contrastFaults(within);
  const faults = [...results.violations, ...contrast].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(faults, where).toEqual([]);
}

/** Nothing of the page is wider than the screen; tables scroll inside their own box. */
export function expectFits(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}
