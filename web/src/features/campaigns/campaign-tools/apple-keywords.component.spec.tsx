import { keywordSuggestionsResponseSchema } from '@tapwise/contract/suggestions';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { creationsResponse } from '../../../testing/fixtures/creation-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInResponse } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/keyword_suggestions';
const suggested = (keywords: readonly { text: string; popularity: number }[], state = 'read') =>
  keywordSuggestionsResponseSchema.parse({ status: 'ok', state, read_at: null, keywords });
const two = suggested([
  { text: 'sleep app', popularity: 61 },
  { text: 'moon sounds', popularity: 5 },
]);
const open = (response: StandInResponse, path = '/skag/create', options: ScreenOptions = {}) =>
  openScreen(`/client/management/tools${path}?app=1&org=40`, {
    ...options,
    responses: {
      'GET /api/asa/creations': creationsResponse(),
      'GET /api/asa/campaign_names': {
        status: 'ok',
        campaigns: [{ id: 502, name: 'JP Discovery', status: 'RUNNING' }],
      },
      [call]: response,
    },
  });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const begin = () => button('Suggestions from Apple').click();

describe('suggestions from Apple', () => {
  it('are asked for when they are opened, and one that is picked stands in the list as if it were typed', async () => {
    const { server } = await open(two);
    const questions = () => server.calls.filter(({ url }) => url.pathname.endsWith('keyword_suggestions'));
    await expect.element(button('Suggestions from Apple')).toBeVisible();
    expect(questions()).toEqual([]);
    await box('Keywords').fill('rain');
    await tabTo(/^Suggestions from Apple/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('popularity 61')).toBeVisible();
    await expect.element(page.getByText('popularity 5 or unknown')).toBeVisible();
    await expectAccessible('the suggestions', 'aside');
    expectFits();
    await button('Add sleep app').click();
    await expect.element(box('Keywords')).toHaveValue('rain\nsleep app');
    await expect.element(button('sleep app is in the list')).toHaveAttribute('aria-disabled', 'true');
    expect(questions()).toHaveLength(1);

    await box('Around a keyword').fill('Rain noise');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => questions().at(-1)?.url.searchParams.get('term')).toBe('Rain noise');
    // The form was not sent by it.
    expect(writesOf(server.calls)).toEqual([]);
  });

  it.each([
    { why: 'there are none', response: suggested([]), text: 'Apple suggests nothing here.' },
    { why: 'Apple is away', response: suggested([], 'away'), text: 'Apple does not answer now.' },
    {
      why: 'the interface has none',
      response: suggested([], 'absent'),
      text: 'Suggestions come with Apple’s new interface, which is not switched on here yet.',
    },
    {
      why: 'the organization is disconnected',
      response: () => failure(409, 'Which Apple Ads account is this?', 'apple_ads_not_connected'),
      text: 'Which Apple Ads account is this?',
    },
  ])('say in words that $why', async ({ response, text }) => {
    await open(response, '/discovery/create', { theme: 'dark' });
    await begin();
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessible(text, 'aside');
  });

  it('are asked for again on request, and wait in words', async () => {
    const { server } = await open(suggested([], 'away'));
    await begin();
    await expect.element(page.getByText('Apple does not answer now.')).toBeVisible();
    server.setResponse(call, two);
    await button('Ask again').click();
    await expect.element(page.getByText('popularity 61')).toBeVisible();
  });

  it('of a campaign that exists are for its countries', async () => {
    const { server } = await open(two, '/discovery/add');
    await page.getByRole('combobox', { name: 'Campaign' }).click();
    await page.getByRole('option', { name: 'JP Discovery' }).click();
    await begin();
    await expect.element(page.getByText('popularity 61')).toBeVisible();
    const { searchParams } =
      server.calls.findLast(({ url }) => url.pathname.endsWith('keyword_suggestions'))?.url ?? {};
    expect([searchParams?.get('campaign_id'), searchParams?.get('country')]).toEqual(['502', null]);
  });
});
