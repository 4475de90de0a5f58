import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { obtainChromium } from '../../infra/operations/test/chromium.ts';
import { beginning } from './chapters/beginning.ts';
import { integrations } from './chapters/integrations.ts';
import { leaving } from './chapters/leaving.ts';
import { ownAccess } from './chapters/own-access.ts';
import { subscription } from './chapters/plan.ts';
import { team } from './chapters/team.ts';
import { openPictures } from './pictures.ts';
import { startStoryWorld } from './story-world.ts';
import { stepMs } from './timeouts.ts';

const chapters = { beginning, integrations, ownAccess, team, subscription, leaving };

/**
 * One customer from the landing page to the deletion of the account, through a browser and over the whole product, with a picture
 * of each step in both themes.
 * @throws Error when a step does not come true.
 */
export async function customerStory(): Promise<void> {
  const pictures = openPictures(mkdtempSync(join(tmpdir(), 'tapwise-story-pictures-')));
  const executablePath = await obtainChromium();
  const world = await startStoryWorld();
  const browser = await chromium.launch({
    ...(existsSync(executablePath) ? { executablePath } : {}),
    args: ['--no-sandbox'],
  });
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    context.setDefaultTimeout(stepMs);
    return context.newPage();
  };
  const page = await newPage();
  try {
    for (const [name, play] of Object.entries(chapters)) {
      console.log(name);
      await play({ world, browser, pictures, page, other: newPage });
    }
  } catch (error) {
    await page.screenshot({ path: join(pictures.folder, 'failed.png') });
    throw error;
  } finally {
    await browser.close();
    await world.stop();
    console.log(`Pictures are in ${pictures.folder}`);
  }
}
