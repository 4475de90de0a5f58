import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;

/** Pictures of the steps, numbered in their order. */
export interface Pictures {
  readonly folder: string;
  /** Takes the page as it is now, in both themes. */
  capture(page: Page, name: string): Promise<void>;
}

export function openPictures(folder: string): Pictures {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  return {
    folder,
    capture: async (page, name) => {
      count += 1;
      for (const theme of themes) {
        // The pages follow the system unless a person chooses otherwise.
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        // Colours halfway through a change mean nothing.
        await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
        const file = `${String(count).padStart(2, '0')}-${name}-${theme}.png`;
        await page.screenshot({ path: join(folder, file), animations: 'disabled' });
      }
      await page.emulateMedia({ colorScheme: 'light' });
      console.log(`${String(count).padStart(2, ' ')}  ${name}`);
    },
  };
}
