import {
  budgetRecommendationsResponseSchema,
  targetRecommendationsResponseSchema,
} from '@tapwise/contract/suggestions';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse, writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall, type StandInResponse } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/budget_recommendations';
const base = sums({ spend: 10, taps: 10, installs: 2 });
const campaigns = [
  { id: 501, name: 'US Brand', base, settings: { daily_cap: 50, budget: null } },
  { id: 502, name: 'GB Brand', base, settings: { daily_cap: 20, budget: null } },
];
const recommended = (state: 'read' | 'away' | 'absent', some = false) =>
  budgetRecommendationsResponseSchema.parse({
    status: 'ok',
    state,
    read_at: null,
    currency: 'USD',
    campaigns: some
      ? [
          {
            id: 501,
            name: 'US Brand',
            daily_cap: 50,
            recommended_daily_cap: 75,
            expected_installs: 310,
            expected_spend: 412,
          },
          {
            id: 502,
            name: 'GB Brand',
            daily_cap: 20,
            recommended_daily_cap: 30,
            expected_installs: null,
            expected_spend: null,
          },
        ]
      : [],
  });
const open = (response: StandInResponse, options: ScreenOptions = {}) =>
  openScreen('/client/management', {
    ...options,
    responses: {
      'GET /api/asa/campaigns': report(campaigns),
      'GET /api/asa/guardrails': {
        status: 'ok',
        guardrails: {},
        stop_all: { active: false, scope: null, since: null },
      },
      [call]: response,
    },
  });
const dialog = () => page.getByRole('dialog');

describe('daily budgets that Apple recommends', () => {
  it('become edits with a preview; those that are left out do not', async () => {
    const { server } = await open(recommended('read', true));
    await press('Apple’s budgets');
    await expect.element(dialog().getByText(/50.00 to 75.00, Apple expects 310 installs/)).toBeVisible();
    await expectAccessible('the recommendations', '[role="dialog"]');
    await dialog()
      .getByRole('checkbox', { name: /GB Brand/ })
      .click();
    server.setResponse('PUT /api/asa/campaigns_budgets', ({ body }: StandInCall) => writeResponse(body, {}));
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Submit 1 budget' })).toBeVisible();
    // Nothing was sent before.
    expect(writesOf(server.calls)).toEqual([]);
    await dialog().getByRole('button', { name: 'Submit 1 budget' }).click();
    await expect.element(page.getByText('1 budget updated')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({
      budgets: { 501: { daily: 75 } },
      based_on: { 501: { daily: 50 } },
    });
    expect(table.cell(502, 'daily_cap')?.textContent).not.toContain('30');
  });

  it.each([
    { why: 'there are none', response: recommended('read'), text: 'Apple recommends no other budget now.' },
    { why: 'Apple is away', response: recommended('away'), text: 'Apple does not answer now.' },
    {
      why: 'the interface has none',
      response: recommended('absent'),
      text: 'Recommendations come with Apple’s new interface, which is not switched on here yet.',
    },
    {
      why: 'the organization is disconnected',
      response: () => failure(409, 'Which Apple Ads account is this?', 'apple_ads_not_connected'),
      text: 'Which Apple Ads account is this?',
    },
  ])('say in words that $why', async ({ response, text }) => {
    await open(response, { theme: 'dark' });
    await press('Apple’s budgets');
    await expect.element(dialog().getByText(text)).toBeVisible();
    await expectAccessible(text, '[role="dialog"]');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Apple’s budgets' })).toHaveFocus();
  });
});

describe.each(['light', 'dark'] as const)('target CPAs that Apple recommends, in the theme %s', (theme) => {
  const targetCall = 'GET /api/asa/target_recommendations';
  const automatic = [
    {
      id: 503,
      name: 'JP Discovery',
      base,
      settings: { daily_cap: 30, budget: null, target_cpa: 3.1, bids_set_by_apple: true },
    },
  ];
  const targets = (state: 'read' | 'away' | 'absent', some = false) =>
    targetRecommendationsResponseSchema.parse({
      status: 'ok',
      state,
      read_at: state === 'read' ? new Date(Date.now() - 200_000).toISOString() : null,
      currency: 'USD',
      campaigns: some
        ? [
            {
              id: 503,
              name: 'JP Discovery',
              target_cpa: 3.1,
              recommended_target_cpa: 3.5,
              expected_installs: 44,
              expected_spend: null,
            },
          ]
        : [],
    });
  const openTargets = (response: StandInResponse) =>
    openScreen('/client/management', {
      theme,
      responses: {
        'GET /api/asa/campaigns': report([...campaigns, ...automatic]),
        'GET /api/asa/guardrails': {
          status: 'ok',
          guardrails: {},
          stop_all: { active: false, scope: null, since: null },
        },
        [targetCall]: response,
      },
    });

  it('become edits with a preview, and say how old they are', async () => {
    const { server } = await openTargets(targets('read', true));
    await press('Apple’s target CPAs');
    await expect.element(dialog().getByText(/JP Discovery 3.10 to 3.50, Apple expects 44 installs/)).toBeVisible();
    await expect.element(dialog().getByText('Apple was asked 3 min ago.')).toBeVisible();
    await expectAccessible('the recommendations', '[role="dialog"]');
    server.setResponse('PUT /api/asa/campaigns_budgets', ({ body }: StandInCall) => writeResponse(body, {}));
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Submit 1 target' })).toBeVisible();
    expect(writesOf(server.calls)).toEqual([]);
    await dialog().getByRole('button', { name: 'Submit 1 target' }).click();
    await expect.element(page.getByText('1 target updated')).toBeVisible();
    // The words may be those of the test before.
    await expect
      .poll(() => writesOf(server.calls).at(-1)?.body)
      .toMatchObject({ budgets: { 503: { target_cpa: 3.5 } }, based_on: { 503: { target_cpa: 3.1 } } });
  });

  it.each([
    { why: 'there are none', response: targets('read'), text: 'Apple recommends no other target CPA now.' },
    { why: 'Apple is away', response: targets('away'), text: 'Apple does not answer now.' },
    {
      why: 'the interface has none',
      response: targets('absent'),
      text: 'Recommendations come with Apple’s new interface, which is not switched on here yet.',
    },
  ])('say in words that $why', async ({ response, text }) => {
    await openTargets(response);
    await press('Apple’s target CPAs');
    await expect.element(dialog().getByText(text)).toBeVisible();
    await expectAccessible(text, '[role="dialog"]');
  });
});

it('target CPAs are not offered where people set all bids', async () => {
  await open(recommended('read'));
  await expect.element(page.getByRole('button', { name: 'Apple’s budgets' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Apple’s target CPAs' }).elements()).toEqual([]);
});
