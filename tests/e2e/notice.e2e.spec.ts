import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

test('what an answer warns of moves nothing when it comes, and can be read whole by key', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const warning = `${'Predictions for one product are based on little data. '.repeat(8)}The end.`;
  await page.route(
    (address) => address.pathname === '/api/asa/campaigns',
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await held;
      await route.fulfill({ response, json: { ...answer, warning } });
    },
  );
  await openSignedIn(page, '/client/reports');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('columnheader', { name: /^Campaign/ })).toBeVisible({ timeout: firstFiguresMs });
  // Today's figures come by themselves, above the table.
  await expect(page.getByText('Installs').first()).toBeVisible();
  const before = await grid.boundingBox();
  release();
  const notice = page.getByRole('button', { name: /The end\. Read all$/ });
  await expect(notice).toBeVisible();
  expect(await grid.boundingBox()).toEqual(before);

  await notice.focus();
  await page.keyboard.press('Enter');
  const whole = page.getByLabel('What limits these numbers');
  await expect(whole.getByText(warning)).toBeVisible();
  expect(await grid.boundingBox()).toEqual(before);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `notice, ${colorScheme}`);
  }
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();
  await expect(notice).toBeFocused();

  await page.setViewportSize({ width: 320, height: 700 });
  const box = await notice.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(24);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});
