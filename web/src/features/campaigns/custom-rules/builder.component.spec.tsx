import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { rulesResponse } from '../../../testing/fixtures/automation-fixtures.ts';
import { customDryRun, customRule } from '../../../testing/fixtures/custom-rule-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportLogged } from '../../../testing/live.ts';
import { button, calls, lastSaved } from '../../../testing/screens/open-automation.ts';
import { openCustomRules } from '../../../testing/screens/open-custom-rules.ts';
import { failure, never } from '../../../testing/stand-in-server.ts';

const panel = page.getByRole('region', { name: 'If it ran now' });
const caseAt = (number: number) => page.getByRole('group', { name: `Case ${number}`, exact: true });
const asks = page.getByRole('region', { name: 'This template asks for' });
const rowsOf = (name: string) => document.querySelectorAll(`[data-test-path="${name}"]`);

describe('New rule', () => {
  it('begins from a template, asks once for its numbers, says what it would do, and starts in shadow', async () => {
    const { server, address } = await openCustomRules();
    await expect
      .element(page.getByRole('row', { name: /^Bids by CPA/ }))
      .toHaveTextContent('Own ruleShadowAll campaignsRunning11 changed21 Nov, 09:0023 Nov, 09:00');
    await button('New rule').click();
    await expect.element(page.getByRole('menuitem', { name: /^Label what has paid/ })).toBeInTheDocument();
    expect(page.getByRole('menuitem').elements()).toHaveLength(13);
    await page.getByRole('menuitem', { name: /^Lower and raise bids by CPA.*Risk: Follows noise/ }).click();
    await expect.poll(address).toBe('/client/automation/new?app=1&type=custom&template=two_way');
    await expect.element(panel.getByText('Fill in the rule to see what it would do now:')).toBeVisible();
    await button('Start in shadow').click();
    await expect.element(caseAt(1).getByText('Enter the lowest and the highest bid')).toBeVisible();
    await expect.element(caseAt(1).getByRole('textbox', { name: 'Value' })).toHaveFocus();
    expect(writesOf(server.calls)).toHaveLength(0);
    await asks.getByRole('textbox', { name: 'Target CPA' }).fill('4');
    await asks.getByRole('textbox', { name: 'Lowest bid' }).fill('0.3');
    await asks.getByRole('textbox', { name: 'Highest bid' }).fill('2.5');
    await expect.element(caseAt(1).getByRole('textbox', { name: 'Value' })).toHaveValue('4');
    await expect.element(panel.getByText('Case 1: CPA 5.12 above 4.00')).toBeVisible();
    await expect.element(caseAt(1).getByText('5 of 7, 1 no data')).toBeVisible();
    await expect.element(panel.getByText('1.08, rests')).toBeVisible();
    await expect
      .element(panel.getByText(/^If CPA 7d above 4.00: lower the bid by 10 %, not under 0.30. Otherwise, if/))
      .toBeVisible();
    expect(rowsOf('cases[1].when.all[1]')).toHaveLength(1);
    expect(document.querySelector('[data-row-id][data-verdict="no_data"]')?.textContent).toContain('Needs 3 more');
    await expectAccessible('a new rule');
    await button('Start in shadow').click();
    await expect.poll(address).toBe('/client/automation/10?app=1');
    expect(lastSaved(server.calls)?.body).toMatchObject({
      application_id: 1,
      automation_type: 'custom',
      automation_name: 'Lower and raise bids by CPA',
      mode: 'shadow',
      apply_to: { '40': 'all' },
      automation_params: {
        level: 'keyword',
        cases: [
          { when: { metric: 'cpa', window: '7d', op: '>', value: 4 }, then: [{ how: 'lower', percent: 10, min: 0.3 }] },
          { when: { all: [{ than: { of: 'scope', times: 0.8 } }, { metric: '7d_impression_share', value: 0.6 }] } },
        ],
      },
    });
  });

  it('is written by keys alone: conditions, groups, cases and actions', async () => {
    const { server } = await openCustomRules('/new?type=custom', { theme: 'dark' });
    const first = caseAt(1);
    await expect.element(first).toBeVisible();
    await tabTo('Value');
    await userEvent.keyboard('20');
    await tabTo('Add group');
    await userEvent.keyboard('{Enter}');
    await expect.element(first.getByRole('combobox', { name: 'How conditions are joined' }).nth(1)).toHaveValue('any');
    expect(rowsOf('cases[0].when.all[1].any[0]')).toHaveLength(1);
    await first.getByRole('button', { name: 'Remove condition' }).nth(2).click();
    await first.getByRole('combobox', { name: 'Metric' }).nth(1).selectOptions('Installs');
    await first.getByRole('combobox', { name: 'Comparison' }).nth(1).selectOptions('equal to');
    await first.getByRole('textbox', { name: 'Value' }).nth(1).fill('0');
    await first.getByRole('textbox', { name: 'Amount' }).fill('15');
    await first.getByRole('textbox', { name: 'Never under' }).fill('0.3');
    await first.getByRole('textbox', { name: 'Never over' }).fill('2');
    await expect.element(panel.getByText('sleep tracker', { exact: true })).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({
      automation_params: {
        cases: [
          {
            when: {
              all: [
                { metric: 'spend', window: '7d', op: '>', value: 20 },
                { any: [{ metric: 'installs', window: '7d', op: '=', value: 0 }] },
              ],
            },
            then: [{ do: 'bid', how: 'lower', percent: 15, min: 0.3, max: 2 }],
          },
        ],
      },
    });
    await button('Add case').click();
    await expect.element(caseAt(2)).toBeVisible();
    await button('Move case 2 up').click();
    await button('Delete case 1').click();
    await expect.element(caseAt(2)).not.toBeInTheDocument();
    await expectAccessible('a rule in the dark');
  });

  it('is kept until it is saved or discarded, also over a reload', async () => {
    const opened = await openCustomRules('/new?type=custom&template=block');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Block them');
    await expect.element(page.getByText(/^Draft kept \d\d:\d\d$/)).toBeVisible();
    await opened.reload();
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Block them');
    await button('Discard draft').click();
    await expect
      .element(page.getByRole('textbox', { name: 'Name', exact: true }))
      .toHaveValue('Block search terms without installs');
  });

  it('shows what the server refuses at its place, and keeps old numbers grey while the next are asked', async () => {
    const errors = [{ path: 'cases[0].when.all[1].window', message: 'Installs needs a time range' }];
    const { server } = await openCustomRules('/new?type=custom&template=block', { width: 320 });
    await expect.element(panel.getByText('sleep tracker', { exact: true })).toBeVisible();
    expectFits();
    server.setResponse(`POST ${calls}/dry_run`, never);
    await caseAt(1).getByRole('textbox', { name: 'Value' }).first().fill('40');
    await expect.element(panel).toHaveAttribute('aria-busy', 'true');
    await expect.element(panel.getByText('Counting...')).toBeVisible();
    await expect.element(panel.getByText('sleep tracker', { exact: true })).toBeVisible();
    server.setResponse(`POST ${calls}/dry_run`, () =>
      Response.json(
        { status: 'error', error_message: 'Installs needs a time range', code: 'bad_rule', errors },
        { status: 400 },
      ),
    );
    await caseAt(1).getByRole('textbox', { name: 'Value' }).first().fill('41');
    const second = page.elementLocator(
      document.querySelector('[data-test-path="cases[0].when.all[1]"]') ?? document.body,
    );
    await expect.element(second.getByText('Installs needs a time range')).toBeVisible();
    await expect.element(second.getByRole('combobox', { name: 'Time range' })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible('a refused rule');
  });

  it('names rules that pull the other way, and warns', async () => {
    const text = '"Scale winners" raises 7 of the 11';
    const conflicts = [{ rule: 7, name: 'Scale winners', field: 'cpt_bid', units: 11, both_now: 7, text }];
    const warnings = ['Cool-down is shorter than the time range: the same figures are used again'];
    await openCustomRules('/9/edit', {
      responses: { [`POST ${calls}/dry_run`]: customDryRun({ conflicts, warnings }) },
    });
    await expect.element(panel.getByText(text)).toBeVisible();
    await expect.element(panel.getByRole('link', { name: 'Show "Scale winners"' })).toBeVisible();
    await expect.element(panel.getByText(/^Cool-down is shorter/)).toBeVisible();
    await expect.element(panel.getByText('Another rule pulls the other way')).toBeVisible();
  });

  it('does not warn of a rule that pulls the other way at no unit now', async () => {
    const text = '"Scale winners" raises none of the 11 now';
    const conflicts = [{ rule: 7, name: 'Scale winners', field: 'cpt_bid', units: 11, both_now: 0, text }];
    await openCustomRules('/9/edit', { responses: { [`POST ${calls}/dry_run`]: customDryRun({ conflicts }) } });
    await expect.element(panel.getByText(text)).toBeVisible();
    await expect.element(panel.getByText('Another rule could pull the other way')).toBeVisible();
    expect(panel.getByText('Another rule pulls the other way').elements()).toEqual([]);
  });
});

describe('an edited rule', () => {
  it('says on which version it is based, and shows that of others where it was changed meanwhile', async () => {
    const message = 'This rule was changed meanwhile';
    const { server } = await openCustomRules('/9/edit', {
      responses: { [`PUT ${calls}`]: () => failure(409, message, 'conflict') },
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    await button('Save').click();
    await expect.element(page.getByText(message)).toBeVisible();
    expect(lastSaved(server.calls)?.body).toMatchObject({ id: 9, based_on: 3, updates: { automation_name: 'Mine' } });
    server.setResponse(`GET ${calls}`, rulesResponse(customRule({ version: 4, campaign_name: 'Theirs' })));
    await button('Show their version').click();
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Theirs');
  });

  it('keeps what is entered while others save another version, also over a reload, and is based on its own', async () => {
    const id = 73;
    const opened = await openCustomRules(`/9/edit?app=${id}`, {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ id })]) },
    });
    const { server } = opened;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mine');
    server.setResponse(`GET ${calls}`, rulesResponse(customRule({ version: 4, campaign_name: 'Theirs' })));
    await expect.poll(() => reportLogged(id)).toBeGreaterThan(0);
    await expect.element(page.getByText('This rule was changed meanwhile')).toBeVisible();
    await expect.element(name).toHaveValue('Mine');
    await opened.reload();
    await expect.element(page.getByText('This rule was changed meanwhile')).toBeVisible();
    await expect.element(name).toHaveValue('Mine');
    server.setResponse(`PUT ${calls}`, () => failure(409, 'This rule was changed meanwhile', 'conflict'));
    await button('Save').click();
    await expect.poll(() => lastSaved(server.calls)?.body).toMatchObject({ id: 9, based_on: 3 });
    await button('Show their version').click();
    await expect.element(name).toHaveValue('Theirs');
  });

  it('changes its filters, its limits and its hours', async () => {
    const { server } = await openCustomRules('/9/edit');
    await button('Add filter').click();
    await page.getByRole('menuitem', { name: 'Kind' }).click();
    await page.getByRole('group', { name: 'Kind' }).getByRole('checkbox', { name: 'SKAG' }).click();
    await button('Change safety').click();
    const safety = page.getByRole('dialog', { name: 'Safety' });
    await safety.getByRole('textbox', { name: 'Days of rest after a change' }).fill('7');
    await safety.getByRole('textbox', { name: /^Ask first/ }).fill('20');
    await expectAccessible('limits', '[role="dialog"]');
    await safety.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText(/^Rests 7 days after a change.*asks first if over 20 %/)).toBeVisible();
    await button('Change runs').click();
    const runs = page.getByRole('dialog', { name: 'Runs' });
    await runs.getByRole('checkbox', { name: '15:00' }).click();
    await runs.getByRole('checkbox', { name: 'Sunday' }).click();
    await runs.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText(/at 09:00, 15:00, zone of the ad organization/)).toBeVisible();
    await expect
      .poll(() => writesOf(server.calls).at(-1)?.body)
      .toMatchObject({
        automation_params: {
          scope: { kinds: ['skag'] },
          schedule: { hours: [9, 15], weekdays: [1, 2, 3, 4, 5, 6] },
          guards: { cooldown_days: 7, max_share: 0.2 },
        },
      });
  });
});
