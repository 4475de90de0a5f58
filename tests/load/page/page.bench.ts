import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { startStandInApi } from '../../support/stand-ins/stand-in-api.ts';
import { buildPage } from './built-page.ts';
import { measureBundle } from './page-bundle.ts';
import { measureExcel } from './page-excel.ts';
import { measureGrid } from './page-grid.ts';
import { measureTyping } from './page-typing.ts';

/** The page by itself, over an API that answers at once: what it loads, how it scrolls, and what an export costs others. */
const gridRows = 10_000;
const excelRows = 20_000;
const rounds = Number(process.argv[2] ?? 5);
const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';

const built = buildPage();
const browser = await chromium.launch({
  ...(existsSync(installed) ? { executablePath: installed } : {}),
  args: ['--no-sandbox'],
});
let failed = false;
try {
  await part(gridRows, (api) => measureBundle(browser, api, built));
  await part(gridRows, (api) => measureGrid(browser, api, { rounds, seconds: 10 }));
  await part(gridRows, (api) => measureTyping(browser, api, { rounds, seconds: 10 }));
  await part(excelRows, (api) => measureExcel(browser, api, { rounds }));
} finally {
  await browser.close();
  built.remove();
}
process.exit(failed ? 1 : 0);

/** One part over an API of its own. One that cannot be measured says so and lets the others go on. */
async function part(
  keywords: number,
  measure: (api: Awaited<ReturnType<typeof startStandInApi>>) => Promise<void>,
): Promise<void> {
  const api = await startStandInApi({ pages: built.folder, keywords });
  try {
    await measure(api);
  } catch (error) {
    failed = true;
    console.error(error);
  } finally {
    for (const context of browser.contexts()) await context.close();
    await api.stop();
  }
}
