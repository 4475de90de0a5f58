import type { Locator } from '@playwright/test';
import { z } from 'zod';
import type { StoryContext } from '../story-context.ts';
import type { StoryWorld } from '../story-world.ts';
import { expect } from '../timeouts.ts';

/** What the ad service calls a user whose key was uploaded. */
const apiUserSchema = z.object({ client_id: z.string(), team_id: z.string(), key_id: z.string() });
type ApiUser = z.infer<typeof apiUserSchema>;

/** A key of the account's own, uploaded at the ad service, in place of our API user. */
export async function ownAccess({ world, page, pictures }: StoryContext): Promise<void> {
  await page.goto(`${world.url}/client/settings`);
  // Of two organizations of this name the first.
  await page
    .getByRole('button', { name: /^Details: Moonvale Apps/ })
    .first()
    .click();
  const details = page.getByRole('region', { name: /^Moonvale Apps/ });
  await expect(details.getByText('Our API user', { exact: true })).toBeVisible();
  await pictures.capture(page, 'ads-connection');
  const account = Number.parseInt(await details.locator('dd').first().innerText(), 10);

  await details.getByRole('button', { name: 'Set up own access' }).click();
  const dialog = page.getByRole('dialog', { name: /^Own API access, Moonvale Apps/ });
  const key = dialog.getByText('BEGIN PUBLIC KEY');
  await expect(key).toBeVisible();
  await submit(dialog, { client_id: 'SEARCHADS.strange', team_id: 'SEARCHADS.strange', key_id: 'strange' });
  await expect(dialog.getByRole('alert')).toContainText('Apple did not accept this access.');
  await pictures.capture(page, 'ads-access-refused');

  await submit(dialog, await upload(world, account, await key.innerText()));
  await expect(dialog).toBeHidden();
  await expect(details.getByText('Apple accepted the key of this account.')).toBeAttached();
  await expect(details.getByRole('button', { name: 'Change own access' })).toBeVisible();
  await pictures.capture(page, 'ads-own-access');
}

async function submit(dialog: Locator, user: ApiUser): Promise<void> {
  await dialog.getByLabel('Client ID').fill(user.client_id);
  await dialog.getByLabel('Team ID').fill(user.team_id);
  await dialog.getByLabel('Key ID').fill(user.key_id);
  await dialog.getByRole('button', { name: 'Check and use' }).click();
}

/** What a person does with a public key on the account's page for API access. */
async function upload({ apple }: StoryWorld, ad_account: number, public_key: string): Promise<ApiUser> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ api_user: { ad_account, public_key } });
  const response = await fetch(`${apple.url}/control`, { method: 'POST', headers, body });
  return apiUserSchema.parse(await response.json());
}
