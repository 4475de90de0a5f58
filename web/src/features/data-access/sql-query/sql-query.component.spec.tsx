import { changedSavedQueryResponseSchema } from '@tapwise/contract/sql';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import {
  engineFailure,
  engineResponse,
  savedQueriesResponse,
  sqlUser,
  sqlUsersResponse,
  viewsResponse,
} from '../../../testing/fixtures/sql-fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { never, type StandInCall } from '../../../testing/stand-in-server.ts';

const columns = [
  ['keyword', 'String'],
  ['spend', 'Float64'],
  ['installs', 'UInt64'],
];
const rows = [
  ['sleep sounds', 642, '266'],
  ['rain sounds', 294.5, '1000'],
  ['<b>sleep</b>', null, '75'],
  ['white noise', 9.005840039999999, '7'],
];
const result = JSON.stringify({ meta: columns.map(([name, type]) => ({ name, type })), data: rows, rows: 4 });

function open(options: ScreenOptions = {}) {
  return openScreen('/client/settings/sql/query', {
    ...options,
    responses: {
      'GET /api/sql_users': sqlUsersResponse([sqlUser(), sqlUser({ user: 't1_grafana' })]),
      'GET /api/sql_views': viewsResponse,
      'GET /api/sql_saved_queries': savedQueriesResponse(['CPA by keyword', 'Refunds']),
      'POST /api/sql_saved_query': changedSavedQueryResponseSchema.parse({ status: 'ok', id: 's0' }),
      'DELETE /api/sql_saved_query': changedSavedQueryResponseSchema.parse({ status: 'ok', id: 's0' }),
      'POST /api/sql_query': () => engineResponse(result),
      ...options.responses,
    },
  });
}

const runs = (calls: readonly StandInCall[]) =>
  calls.filter(({ url }) => url.pathname === '/api/sql_query').map(({ body }) => body as Record<string, unknown>);
const editor = () => page.getByRole('textbox', { name: 'Statement' });
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
const names = () =>
  [...document.querySelectorAll('[data-row-id] [role="rowheader"]')].map((header) => header.textContent);

describe('the query page', () => {
  it('completes names, runs by keys, sorts what came, and takes it away', async () => {
    const { server } = await open();
    await editor().click();
    await userEvent.keyboard('{Control>}a{/Control}SELECT daily_c');
    await userEvent.keyboard('{Control>}a{/Control}SELECT * FROM camp');
    await expect.element(page.getByRole('option', { name: /campaigns/ })).toBeVisible();
    await userEvent.keyboard('{Escape}aigns');
    await userEvent.keyboard('{Escape}{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('4 rows').first()).toBeVisible();
    expect(runs(server.calls)).toEqual([
      { user: 't1_metabase', query: 'SELECT * FROM campaigns', format: 'JSONCompact', max_rows: 10_001 },
    ]);
    await expect.element(page.getByText('34 ms, complete up to position 123')).toBeVisible();
    expect(names()).toEqual(['sleep sounds', 'rain sounds', '<b>sleep</b>', 'white noise']);
    await expect.element(cell('294.50')).toBeVisible();
    await expect.element(cell('9.01')).toBeVisible();
    await page.getByRole('columnheader', { name: 'installs UInt64' }).click();
    expect(names()).toEqual(['rain sounds', 'sleep sounds', '<b>sleep</b>', 'white noise']);
    await expect.element(page.getByRole('heading', { name: 'installs by keyword' })).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: /installs by keyword, 4 values, the highest 1,000/ }))
      .toBeVisible();
    await expect.poll(() => document.querySelectorAll('canvas').length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toContain('Loading...');
    await page.getByRole('button', { name: 'Line', exact: true }).click();
    await expect
      .element(page.getByRole('button', { name: 'Line', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Parquet' }).click();
    await expect.poll(() => runs(server.calls).at(-1)).toMatchObject({ format: 'Parquet' });
    expect(runs(server.calls).at(-1)).not.toHaveProperty('max_rows');
  });

  it('leaves the editor by Tab, cancels, and says in the engine’s words what failed', async () => {
    const { server } = await open({ responses: { 'POST /api/sql_query': () => never() } });
    await editor().click();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.closest('.cm-editor')).toBeNull();
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('Cancelled')).toBeVisible();
    server.setResponse('POST /api/sql_query', () =>
      engineFailure(47, 'Unknown identifier `x`. (UNKNOWN_IDENTIFIER)', 404),
    );
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Code 47' }))
      .toHaveTextContent('Code 47: Unknown identifier `x`. (UNKNOWN_IDENTIFIER)');
    server.setResponse('POST /api/sql_query', () => engineResponse(''));
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect.element(page.getByText('Done')).toBeVisible();
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: 't1_grafana' }).click();
    await page.getByRole('button', { name: /^Run/ }).click();
    await expect.poll(() => runs(server.calls).at(-1)?.user).toBe('t1_grafana');
  });

  it('saves, shares, opens and deletes statements; views are found by their columns', async () => {
    const { server } = await open();
    await page.getByRole('searchbox', { name: 'Find a view or column' }).fill('match');
    await expect.element(page.getByText('match_type')).toBeVisible();
    expect(page.getByRole('button', { name: 'campaigns', exact: true }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Campaigns by name' }).click();
    await expect.element(editor()).toHaveTextContent('SHOW CREATE VIEW campaigns');
    await page.getByRole('button', { name: 'Close this statement' }).click();
    await page.getByRole('button', { name: 'Saved queries' }).click();
    await expectAccessible('saved queries', '[role="dialog"]');
    await expect.element(page.getByRole('button', { name: 'Delete CPA by keyword' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Delete Refunds' }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Open CPA by keyword yours', exact: true }).click();
    await expect.element(page.getByRole('tab', { name: 'CPA by keyword' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(editor()).toHaveTextContent("SELECT 'CPA by keyword'");
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Share with the team' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('CPA by keyword was saved')).toBeVisible();
    const saved = server.calls.find(({ method, url }) => method === 'POST' && url.pathname === '/api/sql_saved_query');
    expect(saved?.body).toEqual({ id: 's0', name: 'CPA by keyword', text: "SELECT 'CPA by keyword'", shared: true });
    await page.getByRole('button', { name: 'New statement' }).click();
    await expect.element(page.getByRole('tab', { name: 'Untitled 3' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Close this statement' }).click();
    await expect.element(page.getByRole('tab', { name: 'CPA by keyword' })).toHaveAttribute('aria-selected', 'true');
  });

  it('asks for a user first, and saves nothing in the demo', async () => {
    await open({ responses: { 'GET /api/sql_users': sqlUsersResponse([]) } });
    await expect.element(page.getByRole('heading', { name: 'Make a user first' })).toBeVisible();
    const demo = { 'GET /api/account': sessionResponse(account({ demo: true }), [application()]) };
    await open({ responses: { ...demo, 'GET /api/sql_users': sqlUsersResponse([sqlUser()], 10) } });
    await expect.element(page.getByText('read only, 10 s, 1,000,000 rows')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.element(save).toHaveAttribute('title', "You're on a demo account.");
  });
});

it('the query page has no accessibility fault in either theme, wide and on a phone', async () => {
  await open();
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect.element(page.getByRole('img', { name: /installs by keyword/ })).toBeVisible();
  await page.getByRole('button', { name: 'keywords', exact: true }).click();
  await expectAccessible('a result');
  await page.viewport(390, 844);
  await expectAccessible('a phone');
  expectFits();
});
