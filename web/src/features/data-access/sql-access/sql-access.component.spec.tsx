import { changedSqlUserResponseSchema, sqlUserResponseSchema } from '@tapwise/contract';
import type { SqlUser } from '@tapwise/contract/sql';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import {
  auditedQueriesResponse,
  auditedQuery,
  sqlAddress,
  sqlUser,
  sqlUsersResponse,
} from '../../../testing/fixtures/sql-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const password = 'twq_abcdefghijklmnopqrstuvwxyz012345';

/** The server's side: the users there are, and what was asked. */
function open(setup: { users?: SqlUser[] } & ScreenOptions = {}) {
  const { users = [sqlUser()], ...options } = setup;
  const state = { users: [...users] };
  const create = ({ body }: StandInCall) => {
    const { label, application_ids, addresses } = body as SqlUser;
    if (addresses.includes('::1')) return failure(400, 'The request is not valid.', 'invalid_request');
    state.users.push(sqlUser({ user: 't1_new', label, application_ids, addresses, last_used_at: null }));
    return sqlUserResponseSchema.parse({ status: 'ok', ...sqlAddress, user: 't1_new', password });
  };
  const revoke = ({ body }: StandInCall) => {
    const { user } = body as SqlUser;
    state.users = state.users.filter((entry) => entry.user !== user);
    return changedSqlUserResponseSchema.parse({ status: 'ok', user });
  };
  const listQueries = ({ url }: StandInCall) => {
    const queries = [
      auditedQuery(),
      auditedQuery({ query_id: 'b', user: 't1_grafana', text: 'SELECT nope', code: 47 }),
    ];
    const user = url.searchParams.get('user');
    return auditedQueriesResponse(queries.filter((query) => user === null || query.user === user));
  };
  return openScreen('/client/settings/sql', {
    ...options,
    responses: {
      'GET /api/sql_users': () => sqlUsersResponse(state.users),
      'POST /api/sql_user': create,
      'PUT /api/sql_user': ({ body }: StandInCall) =>
        changedSqlUserResponseSchema.parse({ status: 'ok', user: (body as SqlUser).user }),
      'POST /api/sql_user/rotate': ({ body }: StandInCall) =>
        sqlUserResponseSchema.parse({ status: 'ok', ...sqlAddress, user: (body as SqlUser).user, password }),
      'DELETE /api/sql_user': revoke,
      'GET /api/sql_queries': listQueries,
      ...options.responses,
    },
  });
}

const bodies = (calls: readonly StandInCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);
const dialogClosed = () => expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
const box = (name: string) => page.getByRole('textbox', { name, exact: true });

describe('SQL access', () => {
  it('makes a user by keys, shows the password once, changes, rotates and revokes', async () => {
    const { server } = await open({ users: [] });
    await expect.element(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'SQL access' })).toHaveAttribute('aria-current', 'page');
    await tabTo('New user');
    await userEvent.keyboard('{Enter}');
    const label = page.getByRole('textbox', { name: 'Label' });
    await label.fill('Grafana');
    await page.getByRole('textbox', { name: 'Allowed addresses' }).fill('nowhere');
    await page.getByRole('radio', { name: 'Chosen ones' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect.element(page.getByText('Not an address or network: nowhere')).toBeVisible();
    await expect.element(page.getByText('Choose at least one application')).toBeVisible();
    await expectAccessible('the form', '[role="dialog"]');
    await page.getByRole('checkbox', { name: 'Moonvale' }).click();
    await page.getByRole('textbox', { name: 'Allowed addresses' }).fill('::1');
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect.element(page.getByText('The request is not valid.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Allowed addresses' }).fill('192.0.2.0/24');
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect.element(page.getByRole('heading', { name: 'Copy the password now' })).toHaveFocus();
    await expect.element(box('Password').first()).toHaveValue(password);
    await expect
      .element(box('Command line').first())
      .toHaveValue(`curl -u 't1_new:${password}' http://tapwise.example:8080/clickhouse --data-binary 'SHOW TABLES'`);
    expect(bodies(server.calls).at(-1)).toEqual([
      'POST',
      { label: 'Grafana', application_ids: [1], addresses: ['192.0.2.0/24'] },
    ]);
    await dialogClosed();
    await expectAccessible('the password');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(page.getByText(password).elements()).toEqual([]);

    const menu = page.getByRole('button', { name: 'Actions for t1_new' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await label.fill('Dashboards');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('t1_new was changed')).toBeVisible();
    await dialogClosed();
    await menu.click();
    await page.getByRole('menuitem', { name: 'New password' }).click();
    await page.getByRole('radio', { name: 'The current one works for 24 more hours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New password' }).click();
    await expect.element(page.getByRole('heading', { name: 'Copy the password now' })).toBeVisible();
    expect(bodies(server.calls).at(-1)).toEqual(['POST', { user: 't1_new', keep_hours: 24 }]);
    await dialogClosed();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.element(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
    expect(bodies(server.calls).at(-1)).toEqual(['DELETE', { user: 't1_new' }]);
  });

  it('gives each tool its fields, and admins what was asked', async () => {
    const { server } = await open({ users: [sqlUser(), sqlUser({ user: 't1_grafana', label: 'Grafana' })] });
    await page.getByRole('combobox', { name: 'Tool' }).click();
    await page.getByRole('option', { name: 'JDBC' }).click();
    await expect.element(box('URL')).toHaveValue('jdbc:clickhouse:http://tapwise.example:8082/team_1');
    await page.getByRole('combobox', { name: 'User' }).first().click();
    await page.getByRole('option', { name: 't1_grafana' }).click();
    await expect.element(box('User')).toHaveValue('t1_grafana');
    const statements = page.getByRole('table', { name: 'Statements' });
    await expect.element(statements.getByText('SELECT nope')).toBeVisible();
    await expect.element(statements.getByText('error 47')).toBeVisible();
    await page.getByRole('combobox', { name: 'User' }).last().click();
    await page.getByRole('option', { name: 't1_metabase' }).click();
    await expect.element(statements.getByText('SELECT nope')).not.toBeInTheDocument();
    await page.getByLabelText('From').fill('2026-11-01');
    await expect
      .poll(() =>
        server.calls
          .filter(({ url }) => url.pathname === '/api/sql_queries')
          .at(-1)
          ?.url.searchParams.get('from'),
      )
      .toBe('2026-11-01');
  });

  it('says what fails, what the demo lacks, and who may not ask', async () => {
    const responses = {
      'GET /api/account': sessionResponse(account({ demo: true }), [application()]),
      'GET /api/sql_queries': () => failure(500, 'Internal server error. We will fix it soon.'),
    };
    const asDemo = { 'GET /api/sql_users': sqlUsersResponse([sqlUser({ user: 'demo', password })], 10) };
    await open({ responses: { ...responses, ...asDemo } });
    await expect.element(page.getByText(/Read only: 10 s,/)).toBeVisible();
    // The whole line can be read, with the statement at its end.
    const line = box('Command line').element() as HTMLTextAreaElement;
    expect([line.scrollWidth <= line.clientWidth, line.scrollHeight <= line.clientHeight + 1]).toEqual([true, true]);
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    await expect.element(box('Command line')).toHaveValue(expect.stringContaining(`-u 'demo:${password}'`) as never);
    for (const name of ['New user', 'Actions for demo']) {
      await expect.element(page.getByRole('button', { name })).toHaveAttribute('title', "You're on a demo account.");
    }
    const restricted = { 'GET /api/account': sessionResponse(account({ access: 'restricted' }), [application()]) };
    await open({ responses: restricted });
    await expect.element(page.getByText('Your role can only read reports.')).toBeVisible();
  });
});

it('SQL access has no accessibility fault in either theme, wide and on a phone', async () => {
  await open();
  await expect.element(page.getByText('SELECT nope')).toBeVisible();
  await expectAccessible('SQL access');
  await page.viewport(390, 844);
  await expectAccessible('a phone');
  expectFits();
});
