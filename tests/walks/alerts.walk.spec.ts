import { expect, type Page } from '@playwright/test';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import { chooseAction, chooseIn, expectFocusKept, press, tabTo, typeInto } from './support/by-keys.ts';
import { lookAt, lookAtBoth } from './support/look-at.ts';
import { test } from './support/quiet-page.ts';
import { beside, close, toast } from './support/rules-page.ts';

// Everything here is done with keys alone. The alert is the walk's own: any spend of a day opens it.
test.describe.configure({ mode: 'serial' });

const name = `Keys alert ${Date.now().toString(36)}`;
const channel = `Keys mail ${Date.now().toString(36)}`;
/** Alerts of the demo are asked each minute. */
const incidentMs = 240_000;

async function openAlerts(page: Page): Promise<void> {
  await openSignedIn(page, '/client/automation/alerts');
  await expect(page.getByRole('link', { name: 'Tracking gap' }).last()).toBeVisible({ timeout: firstFiguresMs });
}

const incidentOf = (page: Page, alert: string) => page.locator('[data-episode]').filter({ hasText: alert }).first();

test('a channel is added, and one that all visitors share says why it stays as it is', async ({ page }) => {
  await openAlerts(page);
  await lookAtBoth(page, 'alerts');
  const add = page.getByRole('button', { name: 'Add channel' });
  await press(page, add);
  const form = beside(page, 'Add channel');
  await press(page, form.getByRole('button', { name: 'Save' }));
  await expect(form.getByText('Choose at least one member')).toBeVisible();
  await lookAtBoth(page, 'alert-channel-refused', 'aside');
  await close(page, form, add);
  await page.keyboard.press('Enter');
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), channel);
  await press(page, form.getByRole('checkbox').first(), 'Space');
  await press(page, form.getByRole('switch', { name: 'Quiet hours' }), 'Space');
  await lookAtBoth(page, 'alert-channel', 'aside');
  await page.keyboard.press('Space');
  await press(page, form.getByRole('button', { name: 'Save' }));
  await expect(toast(page, `${channel} saved`)).toBeVisible();
  await expect(add).toBeFocused();

  const shared = page.getByRole('link', { name: /^Slack/ });
  await press(page, shared);
  const kept = beside(page, /^Slack/);
  await expect(kept.getByText(/^You're on a demo account/)).toBeVisible();
  await expect(kept.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await lookAt(page, 'alert-channel-shared', 'aside');
  await close(page, kept, shared);
});

test('an alert is written, tried on the past, and created', async ({ page }) => {
  await openAlerts(page);
  await press(page, page.getByRole('button', { name: 'New alert' }));
  const form = page.getByRole('region', { name: 'Alert', exact: true });
  await press(page, page.getByRole('button', { name: 'Create alert' }));
  await expect(form.getByText('Enter a number').first()).toBeVisible();
  await lookAtBoth(page, 'alert-form-refused');
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), name);
  await typeInto(page, form.getByRole('textbox', { name: 'Value' }), '0.01');
  await chooseIn(page, form.getByRole('combobox', { name: 'Severity' }), 'High');
  await press(page, form.getByRole('checkbox', { name: channel }), 'Space');
  const trial = page.getByRole('region', { name: 'If it ran now' });
  await press(page, trial.getByRole('button', { name: 'Try it' }));
  await expect(trial.getByText(/would be open now/)).toBeVisible({ timeout: incidentMs });
  await expect(trial.getByText(/incidents? in 30 days/i)).toBeVisible();
  await expect(trial.getByRole('button', { name: 'Try it' })).toBeFocused();
  await lookAtBoth(page, 'alert-form');
  await press(page, page.getByRole('button', { name: 'Create alert' }));
  await expect(toast(page, `${name} created`)).toBeVisible();
  await expectFocusKept(page, 'creating an alert');
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('its incident is opened, taken with a word for the team, and left alone for a time', async ({ page }) => {
  await openAlerts(page);
  const incident = incidentOf(page, name);
  await expect(incident).toBeVisible({ timeout: incidentMs });
  await lookAtBoth(page, 'alerts-open');
  const link = incident.getByRole('link');
  await press(page, link);
  const panel = beside(page, name);
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await lookAtBoth(page, 'alert-incident');
  await typeInto(page, panel.getByRole('textbox', { name: /^Note for the team/ }), 'Seen with keys');
  await press(page, panel.getByRole('button', { name: 'Acknowledge' }));
  await expect(panel.getByText('Seen with keys')).toBeVisible();
  await expectFocusKept(page, 'taking an incident');
  await chooseAction(page, panel.getByRole('button', { name: 'Snooze' }), '1 hour');
  await expect(incident.getByText(/^Snoozed to/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Snooze' })).toBeFocused();
  await lookAtBoth(page, 'alert-taken');
  await close(page, panel, link);
});

test('the bell of the title row leads to it', async ({ page }) => {
  await openAlerts(page);
  const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
  await press(page, bell);
  const list = page.getByRole('dialog', { name: 'Notices' });
  const notice = list.getByRole('listitem').filter({ hasText: name }).first();
  await expect(notice).toBeVisible();
  await lookAtBoth(page, 'notices');
  await press(page, notice.getByRole('button', { name: /^Mark read/ }));
  await expect(notice.getByText('Unread')).toHaveCount(0);
  await expectFocusKept(page, 'reading a notice');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, notice.getByRole('link'));
  await expect(list).toHaveCount(0);
  await expect(beside(page, name)).toBeVisible();
  await expectFocusKept(page, 'following a notice');
});

test('its settings are changed, and it is deleted after a question', async ({ page }) => {
  await openAlerts(page);
  const link = page.getByRole('row').filter({ hasText: name }).getByRole('link');
  await press(page, link);
  const panel = beside(page, name);
  await chooseIn(page, panel.getByRole('combobox', { name: 'Severity' }), 'Low');
  await press(page, panel.getByRole('button', { name: 'Save' }));
  await expect(toast(page, `${name} saved`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Low');
  await expectFocusKept(page, 'saving an alert');
  await lookAtBoth(page, 'alert-settings');
  await press(page, panel.getByRole('button', { name: 'Delete' }));
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  await expectFocusKept(page, 'deleting an alert');
  const mail = page.getByRole('link', { name: channel });
  await press(page, mail);
  const form = beside(page, channel);
  await press(page, form.getByRole('button', { name: 'Delete' }));
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(mail).toHaveCount(0);
  await expectFocusKept(page, 'deleting a channel');
  await tabTo(page, page.getByRole('button', { name: 'Add channel' }));
});
