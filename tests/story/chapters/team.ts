import { colleague, type StoryContext } from '../story-context.ts';
import { expect } from '../timeouts.ts';

/** A colleague is invited, joins by the mail's link, and reads reports without spend. */
export async function team({ world, page, pictures, other }: StoryContext): Promise<void> {
  await page.goto(`${world.url}/client/settings`);
  const invite = page.getByRole('form', { name: 'Invite' });
  await invite.getByLabel('Email').fill(colleague.email);
  await invite.getByLabel('Role').selectOption('restricted');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('row', { name: new RegExp(colleague.email) })).toContainText('Invited');
  await page.getByRole('row', { name: new RegExp(colleague.email) }).scrollIntoViewIfNeeded();
  await pictures.capture(page, 'invited');

  const mail = await world.mail('invite', colleague.email);
  const theirs = await other();
  await theirs.goto(mail.links[0] ?? '');
  await theirs.getByLabel('Name', { exact: true }).fill(colleague.name);
  await theirs.getByLabel('Password', { exact: true }).fill(colleague.password);
  await pictures.capture(theirs, 'join');
  await theirs.getByRole('button', { name: 'Join team' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(theirs.getByRole('grid').getByRole('rowheader').first()).toBeVisible();
  await expect(theirs.getByRole('columnheader', { name: /^Spend/ })).toHaveCount(0);
  await pictures.capture(theirs, 'restricted-reports');
  await theirs.context().close();
}
