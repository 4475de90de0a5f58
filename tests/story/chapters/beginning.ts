import { owner, type StoryContext } from '../story-context.ts';
import { expect } from '../timeouts.ts';

/** Landing page, sign-up, the mail that confirms the address, and the first application. */
export async function beginning({ world, page, pictures }: StoryContext): Promise<void> {
  await page.goto(world.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pictures.capture(page, 'landing');

  await page.goto(`${world.url}/login`);
  await page.getByLabel('Name').fill(owner.name);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await pictures.capture(page, 'sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByText('30 trial days left')).toBeVisible();
  await pictures.capture(page, 'signed-up');

  const mail = await world.mail('welcome', owner.email);
  await page.goto(mail.links[0] ?? '');
  await expect(page.getByText(`${owner.email} is confirmed.`)).toBeVisible();
  await pictures.capture(page, 'address-confirmed');

  await page.goto(`${world.url}/client/settings`);
  await page.getByRole('button', { name: 'New application' }).first().click();
  const form = page.getByRole('form', { name: 'New application' });
  await form.getByLabel('Name', { exact: true }).fill('Moonvale');
  await form.getByLabel('App store URL').fill('https://apps.apple.com/app/id1500000001');
  await pictures.capture(page, 'new-application');
  await form.getByRole('button', { name: 'Create application' }).click();
  await expect(page.locator('[data-integration]')).toHaveCount(4);
  await pictures.capture(page, 'application');
}
