import type { Page } from '@playwright/test';
import { accountOf, owner, type StoryContext } from '../story-context.ts';
import { expect } from '../timeouts.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Status' });
const hourMs = 3_600_000;

/** The trial ends, a plan is bought, paused and restarted, its card fails and is replaced, and it is cancelled. */
export async function subscription(story: StoryContext): Promise<void> {
  await trialEnds(story);
  await buys(story);
  await pausesAndRestarts(story);
  await cardFails(story);
  await cancels(story);
}

async function trialEnds({ world, page, pictures }: StoryContext): Promise<void> {
  const { user_id } = await accountOf(page, world.url);
  await world.endTrial(user_id, new Date(Date.now() - hourMs));
  await page.goto(`${world.url}/client/payments`);
  await expect(page.getByText(/Your trial ended on/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'payment required' })).toBeVisible();
  await pictures.capture(page, 'trial-ended');
}

async function buys({ world, page, pictures }: StoryContext): Promise<void> {
  await page.goto(`${world.url}/client/payments?plan=3&period=monthly`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const card = page.frameLocator('iframe[title="Checkout"]');
  await expect(card.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await pictures.capture(page, 'checkout');
  await card.getByRole('button', { name: /^Pay/ }).click();
  await expect(plan(page).getByText('40,000 installs a month, monthly')).toBeVisible();
  await expect(plan(page).getByText(/Next payment: \$199.00/)).toBeVisible();
  await world.mail('subscription-started', owner.email);
  await pictures.capture(page, 'bought');
}

async function pausesAndRestarts({ page, pictures }: StoryContext): Promise<void> {
  await page.getByRole('button', { name: 'Pause subscription' }).click();
  await expect(plan(page).getByText(/Paused. Your plan stays until/)).toBeVisible();
  await pictures.capture(page, 'paused');
  await page.getByRole('button', { name: 'Restart subscription' }).click();
  await expect(plan(page).getByText(/Next payment/)).toBeVisible();
  await pictures.capture(page, 'restarted');
}

async function cardFails({ world, page, pictures }: StoryContext): Promise<void> {
  await world.payments('outcome', { subscription_id: await world.subscriptionId(), next_charge: 'declined' });
  await world.payments('clock', { advance: 'P32D' });
  await expect(page.getByText('We were unable to process your payment, please update your card info')).toBeVisible();
  await pictures.capture(page, 'card-failed');
  await atProvider(page, 'Update card', pictures, 'update-card');
  await expect(plan(page).getByText(/Next payment/)).toBeVisible();
  await pictures.capture(page, 'card-replaced');
}

async function cancels({ page, pictures }: StoryContext): Promise<void> {
  await atProvider(page, 'Cancel subscription', pictures, 'cancel-at-provider');
  await expect(plan(page).getByText(/Your plan ends on .* and does not renew/)).toBeVisible();
  await expect(plan(page).getByRole('heading')).toContainText('40,000 installs a month, monthly');
  await pictures.capture(page, 'cancelled');
}

/** On the provider's own page, which opens in a tab of its own. */
async function atProvider(
  page: Page,
  name: string,
  pictures: StoryContext['pictures'],
  picture: string,
): Promise<void> {
  const opened = page.waitForEvent('popup');
  await plan(page).getByRole('link', { name }).click();
  const theirs = await opened;
  const button = theirs.getByRole('button', { name });
  await expect(button).toBeVisible();
  await pictures.capture(theirs, picture);
  await button.click();
  await expect(theirs.getByText(`${name}: done.`, { exact: false })).toBeVisible();
  await theirs.close();
}
