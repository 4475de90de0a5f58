import axe from 'axe-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Words that are seen are part of the name (2.5.3): off unless asked for, as axe calls it experimental. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/**
 * axe finds nothing in the page. Left out are the focus guards of the component library, which axe misreads.
 * @param within selector of the only part to look at, where the rest was looked at before: a long table takes axe seconds
 */
export async function expectAccessible(where: string, within = 'body'): Promise<void> {
  await settled();
  const found = await axe.run(
    { include: [within], exclude: ['[data-tabster-dummy]'] },
    { runOnly: { type: 'tag', values: tags }, rules, resultTypes: ['violations'] },
  );
  const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(faults, where).toEqual([]);
}

/** Colours halfway through a change mean nothing; spinners never end and are not waited for. */
async function settled(): Promise<void> {
  for (;;) {
    // What a state has just changed begins to move with the next frame.
    await frameDrawn();
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

const frameDrawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** Nothing of the page is wider than the screen; tables scroll inside their own box. */
export function expectFits(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}
