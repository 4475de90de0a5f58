import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { campaignNames } from '../../../testing/fixtures/chart-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { campaigns, openReports } from '../../../testing/screens/open-reports.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure, never } from '../../../testing/stand-in-server.ts';

const names = 'GET /api/asa/campaign_names';
const objects = campaigns.map(({ id, name }) => ({ id, name, installs: 1 }));
const box = () => page.getByRole('combobox', { name: 'Search or jump to' });
const options = () => [...document.querySelectorAll('dialog [role="option"]')].map((option) => option.textContent);
const marked = () => {
  const id = document.querySelector('dialog input')?.getAttribute('aria-activedescendant');
  return id == null ? null : document.getElementById(id)?.querySelector('span:not([aria-hidden])')?.textContent;
};
const opened = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(box()).toHaveFocus();
};

describe('the palette', () => {
  it('opens by its key, leads to a screen by keys alone, and Esc gives the focus back', async () => {
    const { address } = await openScreen('/client/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    const search = page.getByRole('button', { name: 'Search or jump to' });
    (search.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).toHaveFocus();
    await opened();
    expect(marked()).toBe('Reports');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.poll(marked).toBe('Charts');
    await userEvent.keyboard('countr');
    await expect.poll(marked).toBe('Countries');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toMatch(/^\/client\/countries/);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Countries' })).toHaveFocus();
  });

  it('finds campaigns of what is looked at once, and opens one over the same days', async () => {
    const { server, address } = await openReports('?app=1&org=40&range=last30', {
      responses: { [names]: campaignNames(objects) },
    });
    await opened();
    await expect.element(page.getByText('Type to find campaigns of Moonvale · Moonvale Apps')).toBeVisible();
    expect(server.calls.filter(({ url }) => url.pathname.endsWith('campaign_names'))).toEqual([]);
    await userEvent.keyboard('disc');
    await expect.poll(options).toEqual(['JP DiscoveryMoonvale']);
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}generic');
    await expect.poll(options).toEqual(['DE GenericMoonvale']);
    const calls = server.calls.filter(({ url }) => url.pathname.endsWith('campaign_names'));
    expect(calls.map(({ url }) => url.search)).toEqual(['?application_id=1&asa_organization_id=40']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toMatch(/campaign_id=503/);
    expect(address()).toMatch(/range=last30/);
  });

  it('says in words that it searches, that it cannot, and that nothing matches', async () => {
    const { server } = await openReports('', { responses: { [names]: never } });
    await opened();
    await userEvent.keyboard('zz');
    await expect.element(page.getByText('Searching campaigns...')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    server.setResponse(names, () => failure(403, 'This organization is not yours.', 'forbidden'));
    await openReports('', {
      responses: { [names]: () => failure(403, 'This organization is not yours.', 'forbidden') },
    });
    await opened();
    await userEvent.keyboard('zz');
    await expect.element(page.getByText('Could not search campaigns: This organization is not yours.')).toBeVisible();
    await expectAccessible('palette with an error');
    const other = await openReports('', { responses: { [names]: campaignNames(objects) } });
    await opened();
    await userEvent.keyboard('zz');
    await expect.element(page.getByText('Nothing matches “zz”')).toBeVisible();
    expect(other.address()).toMatch(/^\/client\/reports/);
  });

  it('runs what can be done: theme, live figures, log out', async () => {
    const { address } = await openReports('', { responses: { 'DELETE /api/session': { status: 'ok' } } });
    await expect.element(page.getByRole('switch', { name: 'Live' })).toBeVisible();
    await opened();
    await userEvent.keyboard('pause live{Enter}');
    await expect.element(page.getByRole('switch', { name: 'Live' })).toHaveAttribute('aria-checked', 'false');
    await opened();
    await userEvent.keyboard('dark theme{Enter}');
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
    await opened();
    await userEvent.keyboard('shortcuts{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await opened();
    await userEvent.keyboard('log out{Enter}');
    await expect.poll(address).toMatch(/^\/login/);
  });

  it('is reached from the rail and from the drawer of a narrow screen', async () => {
    await openScreen('/client/settings');
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await expect.element(page.getByRole('button', { name: 'Expand menu' })).toHaveFocus();
    await page.getByRole('button', { name: /^Search or jump to/ }).click();
    await expect.element(box()).toHaveFocus();
    await openScreen('/client/settings', { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('countr{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Countries' })).toHaveFocus();
  });
});

describe('help', () => {
  it('is at the end of each title row and leads to what there is to read', async () => {
    await openScreen('/client/settings');
    const help = page.getByRole('button', { name: 'Help', exact: true });
    await help.click();
    const reference = page.getByRole('link', { name: /^API reference .*opens in a new tab/ });
    await expect.element(reference).toHaveAttribute('href', '/api/openapi.json');
    await page.getByRole('button', { name: 'How figures are calculated' }).click();
    const dialog = page.getByRole('dialog', { name: 'How figures are calculated' });
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole('searchbox', { name: 'Search figures' }).fill('cpa');
    await expect.element(dialog.getByText('Spend ÷ Installs', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(help).toHaveFocus();
  });
});

describe('the sign of an app', () => {
  it('is in the scope bar, its picker and the palette, the same everywhere', async () => {
    const second = application({ id: 2, name: 'Tidewell', adam_id: 1_500_000_002 });
    await openReports('', { responses: { 'GET /api/account': sessionResponse(account(), [application(), second]) } });
    const signs = () =>
      [...document.querySelectorAll<HTMLElement>('[data-app-icon]')].map((sign) => [
        sign.textContent,
        sign.style.background,
      ]);
    await expect.poll(() => signs().map(([letter]) => letter)).toEqual(['M']);
    await page.getByRole('combobox', { name: 'Application' }).click();
    await expect.poll(() => signs().map(([letter]) => letter)).toEqual(['M', 'M', 'T']);
    const [first, same, other] = signs().map(([, ground]) => ground);
    expect(first).toBe(same);
    expect(other).not.toBe(first);
    await userEvent.keyboard('{Escape}');
    await opened();
    await expect.poll(() => signs().map(([letter]) => letter)).toEqual(['M', 'M', 'T']);
  });
});

it('palette and help have no accessibility fault in either theme', async () => {
  await openReports('', { responses: { [names]: campaignNames(objects) } });
  await opened();
  await expectAccessible('palette');
  await userEvent.keyboard('us');
  await expect.poll(options).toContain('US BrandMoonvale');
  await expectAccessible('palette with campaigns');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible('help');
  await page.getByRole('button', { name: 'How figures are calculated' }).click();
  await expect.element(page.getByRole('dialog', { name: 'How figures are calculated' })).toBeVisible();
  await expectAccessible('figures');
});
