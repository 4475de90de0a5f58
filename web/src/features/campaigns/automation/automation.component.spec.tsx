import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { rulesResponse } from '../../../testing/fixtures/automation-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { button, calls, lastSaved, lastWrite, openAutomation } from '../../../testing/screens/open-automation.ts';
import { failure, never } from '../../../testing/stand-in-server.ts';

const menuOf = async (name: string) => page.getByRole('button', { name: `Actions of ${name}` }).click();
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

describe('Automation', () => {
  it('lists rules with what they are for and when they run, and takes every action in a row', async () => {
    const { server, address } = await openAutomation();
    const row = page.getByRole('row', { name: /^Raise SKAG core/ });
    await expect.element(row).toHaveTextContent('Raise bids1 campaignRunning–21 Nov, 21:0014 Nov, 09:00');
    await expect.element(page.getByText('2 rules, 1 running')).toBeVisible();
    await expectAccessible('rules');
    const running = page.getByRole('switch', { name: 'Run Raise SKAG core' });
    await tabTo('Run Raise SKAG core');
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('Raise SKAG core paused')).toBeVisible();
    await expect.element(running).toHaveFocus();
    expect(lastSaved(server.calls)?.body).toEqual({ application_id: 1, id: 7, updates: { status: 'paused' } });
    await menuOf('Raise SKAG core');
    await item('Start').click();
    await expect.poll(() => lastSaved(server.calls)?.body).toMatchObject({ updates: { status: 'active' } });
    await menuOf('Raise SKAG core');
    await item('Stop notifications').click();
    await expect.poll(() => lastSaved(server.calls)?.body).toMatchObject({ updates: { receive_notifications: false } });
    await menuOf('Raise SKAG core');
    await item('Switch to shadow mode').click();
    await expect.poll(() => lastSaved(server.calls)?.body).toMatchObject({ updates: { mode: 'shadow' } });
    await expect.element(row).toHaveTextContent('Shadow');
    await menuOf('Raise SKAG core');
    await item('Run now').click();
    await expect.poll(address).toBe('/client/automation/7?app=1');
    expect(writesOf(server.calls).some(({ url }) => url.pathname === `${calls}/run`)).toBe(true);
  });

  it('deletes a rule that raises bids after a question, and no other', async () => {
    const { server } = await openAutomation('', { theme: 'dark' });
    await expect.element(page.getByRole('link', { name: 'Search terms, SKAG' })).toBeVisible();
    await menuOf('Search terms, SKAG');
    await expect.element(item('Receive notifications')).toBeVisible();
    expect(item('Delete').query()).toBeNull();
    expect(item('Edit').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await menuOf('Raise SKAG core');
    await item('Delete').click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog.getByText('Are you sure you want to delete this campaign automation?')).toBeVisible();
    await expectAccessible('deleting', '[role="alertdialog"]');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Raise SKAG core deleted')).toBeVisible();
    expect(lastSaved(server.calls)?.body).toEqual({ application_id: 1, id: 7, updates: { status: 'deleted' } });
    await expect.element(page.getByRole('link', { name: 'Raise SKAG core' })).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).not.toBe('BODY');
    await expect.poll(() => document.querySelector('[aria-hidden="true"]:has(a, button)')).toBeNull();
    await expectAccessible('rules in the dark');
  });

  it('says what is the matter: nothing yet, a failure, no access, no integration, a demo', async () => {
    await openAutomation('', { responses: { [`GET ${calls}`]: rulesResponse() }, width: 360 });
    await expect.element(page.getByRole('heading', { name: 'No automation rules yet' })).toBeVisible();
    expectFits();
    await expectAccessible('no rules');
    await button(/^Filter SKAG search terms/).click();
    await expect.element(page.getByRole('complementary', { name: 'Add automation' })).toBeVisible();
    const refused = failure(500, 'x');
    await openAutomation('', { responses: { [`GET ${calls}`]: refused.clone() } });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
    const { server } = await openAutomation('', { responses: { 'GET /api/account': restricted } });
    await expect.element(page.getByText('Your access does not include automation rules.')).toBeVisible();
    expect(server.calls.some(({ url }) => url.pathname === calls)).toBe(false);
    const none = sessionResponse(account(), [application({ asa_integration: 'not_integrated' })]);
    await openAutomation('', { responses: { 'GET /api/account': none } });
    await expect
      .element(page.getByText('Please integrate the search-ads service for this application in Settings'))
      .toBeVisible();
    const demo = sessionResponse(account({ demo: true }), [application()]);
    const reset = 'POST /api/demo/reset';
    const shared = await openAutomation('', {
      responses: { 'GET /api/account': demo, [`GET ${calls}`]: never, [reset]: Response.json({ status: 'ok' }) },
    });
    await expect.element(page.getByText(/^This is the living demo/)).toBeVisible();
    await button('Undo what visitors changed').click();
    await expect.element(page.getByText(/campaigns are restored/)).toBeVisible();
    expect(shared.server.calls.some(({ url }) => url.pathname === '/api/demo/reset')).toBe(true);
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
  });
});

describe('the form of a rule', () => {
  it('checks each field in words, counts what the draft would do now, and adds the rule', async () => {
    const { server } = await openAutomation();
    await button('Add').click();
    const panel = page.getByRole('complementary', { name: 'Add automation' });
    await expect.element(panel.getByRole('heading', { name: 'Add automation' })).toHaveFocus();
    await button('Create rule').click();
    await expect.element(panel.getByText('Automation type is required')).toBeVisible();
    await expect.element(panel.getByText('Name is required')).toBeVisible();
    await panel.getByRole('combobox', { name: 'Automation type' }).click();
    await page.getByRole('option', { name: 'Raise bids' }).click();
    await panel.getByRole('textbox', { name: 'Name' }).fill('Nordics');
    await panel.getByRole('textbox', { name: 'Installs cap' }).fill('1.5');
    await panel.getByRole('textbox', { name: 'CPA cap, $' }).fill('$4');
    await panel.getByRole('combobox', { name: 'Updates per day' }).click();
    await page.getByRole('option', { name: '8' }).click();
    await expect.element(panel.getByText(/Installs cap must be a whole number/)).toBeVisible();
    expect(writesOf(server.calls)).toHaveLength(0);
    await panel.getByRole('textbox', { name: 'Installs cap' }).fill('30');
    await panel.getByRole('checkbox', { name: /^Moonvale Apps/ }).click();
    await expect.element(panel.getByText('2 campaigns chosen', { exact: false })).toBeVisible();
    await expect.element(panel.getByText('4 keywords, 1 raised, 2 at a cap, 1 skipped')).toBeVisible();
    const params = { campaign_type: 'skag', updates_per_day: 8, step_type: 'default', installs_cap: 30, cpa_cap: 4 };
    const draft = {
      application_id: 1,
      automation_type: 'raise_bids',
      apply_to: { '40': [501, 502] },
      automation_params: params,
      window: 'lifetime',
    };
    expect(lastWrite(server.calls)?.body).toEqual(draft);
    await expect.element(panel.getByText(/^"Raise SKAG core" covers some of these campaigns too/)).toBeVisible();
    await expectAccessible('adding a rule', 'aside');
    await button('Create rule').click();
    await expect.element(page.getByText('Automated campaign successfully created')).toBeVisible();
    expect(lastSaved(server.calls)?.body).toEqual({ ...draft, automation_name: 'Nordics' });
    await expect.element(page.getByText('Another rule covers some of these campaigns')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Add')).toHaveFocus();
  });

  it('warns of no caps, can stop counting, and sends what was edited alone', async () => {
    const { server } = await openAutomation('?panel=edit&id=7', {
      theme: 'dark',
      responses: { [`POST ${calls}/dry_run`]: never },
    });
    const panel = page.getByRole('complementary', { name: 'Edit Raise SKAG core' });
    await expect.element(panel.getByRole('textbox', { name: 'CPA cap, $' })).toHaveValue('3.5');
    await tabTo('Stop counting');
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText('Counting was stopped')).toBeVisible();
    await expect.element(button('Count again')).toHaveFocus();
    for (const cap of ['Impressions cap', 'Installs cap', 'CPA cap, $'])
      await panel.getByRole('textbox', { name: cap }).clear();
    expect(panel.getByText('Without a cap bids rise up to the daily budget').query()).toBeNull();
    await panel.getByRole('textbox', { name: 'CPT bid cap, $' }).clear();
    await expect.element(panel.getByText('Without a cap bids rise up to the daily budget')).toBeVisible();
    await expectAccessible('editing a rule', 'aside');
    await button('Save').click();
    await expect.element(page.getByText('Automated campaign successfully updated')).toBeVisible();
    const automation_params = { campaign_type: 'skag', updates_per_day: 4, step_type: 'default' };
    expect(lastSaved(server.calls)?.body).toEqual({ application_id: 1, id: 7, updates: { automation_params } });
  });

  it('gives the focus back to what opened it, also past others that could have', async () => {
    await openAutomation();
    await tabTo('Actions of Raise SKAG core');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
    await item('Edit').click();
    const panel = page.getByRole('complementary', { name: 'Edit Raise SKAG core' });
    await expect.element(panel.getByRole('heading').first()).toHaveFocus();
    (page.getByRole('button', { name: 'Actions of Search terms, SKAG' }).element() as HTMLElement).focus();
    (panel.getByRole('textbox', { name: 'Name' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Actions of Raise SKAG core')).toHaveFocus();
  });

  it('applies a rule to other campaigns, and keeps what was entered when the server refuses', async () => {
    const words = 'All campaign groups of one automation must use the same currency';
    const { server } = await openAutomation('?panel=apply&id=7', {
      responses: { [`PUT ${calls}`]: () => failure(400, words, 'invalid_request') },
    });
    const panel = page.getByRole('complementary', { name: 'Apply Raise SKAG core to' });
    await expect.element(panel.getByRole('checkbox', { name: 'US Brand' })).toBeChecked();
    await panel.getByRole('searchbox').fill('gb');
    await panel.getByRole('checkbox', { name: 'GB Brand' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(panel.getByText(words)).toBeVisible();
    await expect.element(panel.getByRole('checkbox', { name: 'GB Brand' })).toBeChecked();
    expect(lastSaved(server.calls)?.body).toMatchObject({ updates: { apply_to: { '40': [501, 502] } } });
  });
});
