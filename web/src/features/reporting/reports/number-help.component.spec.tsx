import { type ExplanationResponse, explanationResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { openReports, table } from '../../../testing/screens/open-reports.ts';
import type { ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import type { StandInCall } from '../../../testing/stand-in-server.ts';

const noon = '2026-08-23T12:00:00.000Z';
/** How the figures of the first campaign are made; its CPA is 90 ÷ 12. */
const terms: Record<string, { value: number; terms: ExplanationResponse['terms'] }> = {
  spend: { value: 90, terms: [{ quantity: 'spend', value: 90 }] },
  cpa: {
    value: 7.5,
    terms: [
      { quantity: 'spend', value: 90 },
      { quantity: 'installs', value: 12 },
    ],
  },
};

function explanation(
  { url }: Pick<StandInCall, 'url'>,
  overrides: Partial<ExplanationResponse> = {},
): ExplanationResponse {
  const column = url.searchParams.get('column') ?? '';
  return explanationResponseSchema.parse({
    status: 'ok',
    column,
    ...terms[column],
    counted: [{ quantity: 'taps', value: 30 }],
    parts: [],
    estimated: null,
    cut: null,
    band: null,
    models: [],
    exact_since: null,
    vat: [],
    fees: [],
    rates: [],
    currency: 'USD',
    as_of: { ads: noon, sdk: noon, store: noon, impression_share: null },
    ...overrides,
  });
}

const open = async (query = '', options: ScreenOptions = {}) => {
  const screen = await openReports(query, { ...options, responses: { 'GET /api/asa/explanation': explanation } });
  await expect.poll(table.names).toHaveLength(3);
  return screen;
};
const help = () => page.getByRole('region', { name: 'How the number is calculated' });
const more = () => page.getByRole('button', { name: 'More' });

/** A tab that has no room is in a menu. */
async function chooseTab(name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  if (tab.elements().length > 0) return await tab.click();
  await more().click();
  await page.getByRole('menuitemradio', { name }).click();
}
const numberIn = (text: string | null | undefined) => Number((text ?? '').replace(/[^\d.]/g, ''));

describe('the help of a number', () => {
  it('says how it is made: formula, parts, what was counted, and how old its sources are', async () => {
    const { server } = await open('?tab=full');
    await expect.poll(() => table.cell(501, 'cpa')).not.toBeNull();
    const displayed = table.cell(501, 'cpa')?.textContent ?? '';
    await page.elementLocator(table.cell(501, 'cpa') ?? document.body).click();
    await expect.element(help().getByRole('heading', { name: 'CPA' })).toBeVisible();
    await expect.element(help().getByText('Spend ÷ Installs')).toBeVisible();
    await expect.element(help().getByRole('row', { name: /^CPA/ })).toHaveTextContent(displayed);
    await expect.element(help().getByRole('heading', { name: 'Counted' })).toBeVisible();
    await expect.element(help().getByRole('heading', { name: 'Ages' })).toBeVisible();
    const part = (name: RegExp) =>
      numberIn(help().getByRole('row', { name }).getByRole('cell').last().element().textContent);
    expect(part(/^Spend/) / part(/^Installs/)).toBe(numberIn(displayed));
    const params = server.calls.find(({ url }) => url.pathname === '/api/asa/explanation')?.url.searchParams;
    expect([params?.get('call'), params?.get('row'), params?.get('column')]).toEqual(['campaigns', '501', 'cpa']);
    await userEvent.keyboard('{Escape}');
    await expect.element(help()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(table.cell(501, 'cpa'));
  });

  it('says what is estimated: what upgrades took back', async () => {
    const estimated = { charges: 3, taken_back: 12.345 };
    const estimatedResponse = (call: StandInCall) => explanation(call, { estimated });
    await openReports('', { responses: { 'GET /api/asa/explanation': estimatedResponse } });
    await expect.poll(table.names).toHaveLength(3);
    table.cell(501, 'spend')?.click();
    const note = help().getByText('Estimated:');
    await expect.element(note).toBeVisible();
    expect(note.element().parentElement?.textContent).toMatch(
      /^Estimated: \$12\.35 less for what upgrades left unused of 3 payments\./,
    );
  });

  it.each(['{Enter}', '{Control>}i{/Control}'])('opens by %s, and Esc leads back to its cell', async (keys) => {
    await open();
    table.cell(501, 'spend')?.focus();
    const hint = page.getByRole('tooltip').getByText('Press Enter to see how it is calculated.', { exact: true });
    await expect.element(hint).toBeVisible();
    await userEvent.keyboard(keys);
    const title = help().getByRole('heading', { level: 2 });
    await expect.element(title).toHaveTextContent('Spend');
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(title).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(table.cell(501, 'spend'));
  });
});

it.each([1440, 1280])('leaves the controls beside the tabs their room, in every tab of %i pixels', async (width) => {
  await open('', { width });
  table.cell(501, 'spend')?.click();
  await expect.element(help()).toBeVisible();
  for (const { name, column } of [
    { name: 'Full report', column: 'cpm' },
    { name: 'In-Apps details', column: 'first_launches' },
    { name: 'Short report', column: 'installs' },
  ]) {
    // Beside the help the wide page has room for some tabs; in the narrow one the controls are below them.
    if (width === 1440) await expect.element(more()).toBeVisible();
    else await expect.element(more()).not.toBeInTheDocument();
    await chooseTab(name);
    await expect.poll(() => table.header(column)).not.toBeNull();
    const ends = ['Columns', 'Saved views'].map((label) => page.getByRole('button', { name: label }));
    for (const control of [...ends, page.getByRole('searchbox', { name: 'Filter rows' })]) {
      const { right } = control.element().getBoundingClientRect();
      expect(right, name).toBeLessThanOrEqual(help().element().getBoundingClientRect().left);
    }
  }
});

it('number help has no accessibility fault in either theme', async () => {
  // The least width at which it is beside the table.
  await open('', { width: 1280 });
  table.cell(501, 'spend')?.click();
  await expect.element(help().getByRole('heading', { name: 'How it is calculated' })).toBeVisible();
  await expectAccessible('beside the table');
  await page.viewport(1100, 900);
  await expectAccessible('over the table');
});
