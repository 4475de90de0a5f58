import { type Account, type GuardrailsResponse, guardrailsResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never, type StandInCall } from '../../../testing/stand-in-server.ts';

const path = '/client/management/guardrails';
const get = 'GET /api/asa/guardrails';
const put = 'PUT /api/asa/guardrails';

const kept = (
  overrides: Partial<GuardrailsResponse['guardrails']> = {},
  stopAll: Partial<GuardrailsResponse['stop_all']> = {},
) =>
  guardrailsResponseSchema.parse({
    status: 'ok',
    guardrails: {
      bid_step: { people: 'warn', rules: 'off', factor: 3, plus: 1 },
      budget_step: { people: 'warn', factor: 3 },
      budget_day: { people: 'warn', share: 1 },
      rows: { people: 'warn', limit: 500 },
      rule_units: { limit: 5000 },
      rule_day: { rules: 'off', share: 1 },
      spend_spike: { rules: 'warn', factor: 1.5, plus: 50 },
      min_data: { impressions: 10 },
      quiet_hours: { rules: 'off', from: '22:00', to: '06:00' },
      second_person: { on: false },
      ...overrides,
    },
    stop_all: { active: false, scope: null, since: null, ...stopAll },
  });
const open = (options: ScreenOptions = {}) =>
  openScreen(path, { ...options, responses: { [get]: kept(), ...options.responses } });
const as = (overrides: Partial<Account>) => ({
  'GET /api/account': sessionResponse(account(overrides), [application()]),
});
const bodies = (calls: readonly StandInCall[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const save = () => page.getByRole('button', { name: 'Save' });
const field = (name: string) => page.getByRole('textbox', { name });
const mode = (name: string) => page.getByRole('combobox', { name });

describe('Guardrails', () => {
  it('are changed by keys alone: only what was changed is sent, and what the server kept is shown', async () => {
    const { server, address } = await open();
    const factor = field('Bid in one step, factor');
    await expect.element(factor).toHaveValue('3');
    await expect.element(field('Bid in one step, amount')).toHaveValue('1.00');
    await expect.element(field('Daily budgets in one day, percent')).toHaveValue('100');
    await expect.element(page.getByRole('tab', { name: 'Guardrails' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(save()).toHaveAttribute('aria-disabled', 'true');
    expect(address()).toContain(path);

    (factor.element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}a{/Control}2.5{Tab}$0.50{Tab}');
    await expect.element(mode('Bid in one step, for people')).toHaveFocus();
    await userEvent.selectOptions(mode('Bid in one step, for people'), 'Confirm');
    await userEvent.selectOptions(mode('Spend that jumps, for rules'), 'No raises until midnight');
    (field('Daily budgets in one day, percent').element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}a{/Control}12.5');
    const second = page.getByRole('checkbox', { name: /^A second person approves change sets/ });
    (second.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('6 limits changed, not saved')).toBeVisible();
    await expectAccessible('limits that are not saved');

    server.setResponse(put, kept({ bid_step: { people: 'confirm', rules: 'off', factor: 2.5, plus: 0.55 } }));
    (save().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Guardrails saved')).toBeVisible();
    expect(bodies(server.calls)).toEqual([
      {
        application_id: 1,
        guardrails: {
          bid_step: { factor: 2.5, plus: 0.5, people: 'confirm' },
          spend_spike: { rules: 'block' },
          budget_day: { share: 0.125 },
          second_person: { on: true },
        },
      },
    ]);
    await expect.element(field('Bid in one step, amount')).toHaveValue('0.55');
    await expect.element(mode('Bid in one step, for people')).toHaveValue('confirm');
    await expect.element(page.getByText('6 limits changed, not saved')).not.toBeInTheDocument();
  });

  it('that are not to be kept after all leave the focus at Save', async () => {
    await open();
    await field('Rows of one change, number').fill('400');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await expect.element(cancel).toBeVisible();
    (cancel.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Rows of one change, number')).toHaveValue('500');
    await expect.element(save()).toHaveFocus();
  });

  it('say what cannot be kept beside it, and go to the first of it when all is to be saved', async () => {
    const { server } = await open();
    const room = () => {
      const button = save().element();
      return (button.parentElement?.getBoundingClientRect().bottom ?? 0) - button.getBoundingClientRect().bottom;
    };
    await expect.element(save()).toBeVisible();
    const roomBefore = room();
    const rows = field('Rows of one change, number');
    await rows.fill('5001');
    await expect.element(page.getByText('Enter a whole number from 1 to 5,000')).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText('Enter a whole number from 1 to 5,000')).toBeVisible();
    await expect.element(rows).toHaveAttribute('aria-invalid', 'true');
    await save().click();
    await expect.element(rows).toHaveFocus();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Some limits cannot be saved');
    expect(room()).toBeCloseTo(roomBefore, 0);
    await expectAccessible('a limit that cannot be kept');
    expect(bodies(server.calls)).toEqual([]);

    await rows.fill('900');
    server.setResponse(put, failure(500, ''));
    await save().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Internal server error. We will fix it soon.');
    await expect.element(rows).toHaveValue('900');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(rows).toHaveValue('500');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('are shown to members and in the demo, and cannot be changed there', async () => {
    for (const [overrides, reason] of [
      [{ access: 'member' as const }, 'Only an admin can change guardrails'],
      [{ demo: true }, "You're on a demo account."],
    ] as const) {
      await open({ responses: as(overrides) });
      await expect.element(field('Bid in one step, factor')).toHaveValue('3');
      await expect.element(field('Bid in one step, factor')).toHaveAttribute('readonly');
      await expect.element(mode('Bid in one step, for people')).toBeDisabled();
      await expect.element(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
      await expect.element(save()).toHaveAttribute('aria-disabled', 'true');
      await expectAccessible(reason);
    }
  });

  it('are withheld from restricted people, to whom the screen says so, and are not asked for', async () => {
    const { server } = await open({ responses: as({ access: 'restricted' }) });
    await expect.element(page.getByText(/Your access does not include bids and budgets/)).toBeVisible();
    expect(server.calls.filter(({ url }) => url.pathname === '/api/asa/guardrails')).toEqual([]);
    await expectAccessible('restricted');
  });

  it('say that everything is stopped, by what is known when it is pressed at the top', async () => {
    const { server } = await open();
    await expect.element(field('Bid in one step, factor')).toBeVisible();
    const stopped = kept({}, { active: true, scope: 'team', since: '2026-11-20T16:41:00.000Z' });
    server.setResponse('POST /api/asa/stop_all', { status: 'ok', stop_all: stopped.stop_all });
    server.setResponse(get, stopped);
    await page.getByRole('button', { name: 'Stop all' }).click();
    await expect.element(page.getByText(/^Stop all is active for the whole team since 20 Nov/)).toBeVisible();
    await expectAccessible('stopped');
  });
});

describe('before there are limits to show', () => {
  it('says what is missing, that it loads, and why it did not come', async () => {
    await open({
      responses: {
        'GET /api/account': sessionResponse(account(), [application({ asa_integration: 'not_integrated' })]),
      },
    });
    await expect
      .element(page.getByText('Please integrate the search-ads service for this application in Settings'))
      .toBeVisible();
    await expectAccessible('not set up');
    await open({ responses: { [get]: never } });
    await expect.element(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeInTheDocument();
    await expectAccessible('loading');
    const { server } = await open({ responses: { [get]: () => failure(502, '') } });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Too many requests on a server. Please try again later.');
    await expectAccessible('failed');
    server.setResponse(get, kept());
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(field('Bid in one step, factor')).toHaveValue('3');
  });
});

it('has no accessibility fault in either theme, nor on a phone', async () => {
  await open();
  await expect.element(field('Bid in one step, factor')).toBeVisible();
  await expectAccessible('limits');
  await page.viewport(390, 844);
  await expectAccessible('limits on a phone');
  expectFits();
  await page.viewport(320, 640);
  expectFits();
});
