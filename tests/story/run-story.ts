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

/**
 * One customer from the landing page to the deletion of the account, through a browser and over the whole product, with a picture
 * of each step in both themes. Ends by itself; a step that does not come true ends it with an error.
 */
const chapters = { beginning, integrations, ownAccess, team, subscription, leaving };

const pictures = openPictures(mkdtempSync(join(tmpdir(), 'tapwise-story-pictures-')));
const executablePath = await obtainChromium();
const world = await startStoryWorld();
const browser = await chromium.launch({
  ...(existsSync(executablePath) ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
async function newPage() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  context.setDefaultTimeout(stepMs);
  return context.newPage();
}
const page = await newPage();
try {
  for (const [name, play] of Object.entries(chapters)) {
    console.log(name);
    await play({ world, browser, pictures, page, other: newPage });
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.stack : error);
  await page.screenshot({ path: join(pictures.folder, 'failed.png') });
} finally {
  await browser.close();
  await world.stop();
  console.log(`Pictures are in ${pictures.folder}`);
}
// Simulators keep timers of their own.
process.exit();
