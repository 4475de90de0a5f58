import { colleague, owner, type StoryContext } from '../story-context.ts';
import { expect } from '../timeouts.ts';

/** The copy of what is kept about the person is taken away, the colleague leaves, and the account is deleted. */
export async function leaving({ world, page, pictures }: StoryContext): Promise<void> {
  await page.goto(`${world.url}/client/settings`);
  await page.getByRole('button', { name: 'Export my data' }).click();
  await world.mail('export-ready', owner.email);
  const download = page.getByRole('button', { name: 'Download export' });
  await expect(download).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(await file.failure()).toBeNull();
  await download.scrollIntoViewIfNeeded();
  await pictures.capture(page, 'export');

  // A team needs an admin, so the last one cannot leave while others stay.
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(deletion.getByText('Your team needs at least one admin.', { exact: false })).toBeVisible();
  await pictures.capture(page, 'delete-as-last-admin');
  await deletion.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: `Revoke access, ${colleague.email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click();
  await expect(page.getByRole('row', { name: new RegExp(colleague.email) })).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(deletion.getByText('You are the last person of your team', { exact: false })).toBeVisible();
  await deletion.getByLabel('Password', { exact: true }).fill(owner.password);
  await pictures.capture(page, 'delete');
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.locator('#your-data').getByText(/will be deleted on/)).toBeVisible();
  await world.mail('deletion-scheduled', owner.email);
  await pictures.capture(page, 'deletion-scheduled');
}
