import { type ChangeSet, changeSetsResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { campaignNames } from '../../../testing/fixtures/chart-fixtures.ts';
import { changeIds, historyResponse } from '../../../testing/fixtures/history-fixtures.ts';
import { report } from '../../../testing/fixtures/report-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { campaigns, openReports, press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const id = changeIds.a;
const set = (overrides: Partial<ChangeSet> = {}): ChangeSet => ({
  id,
  name: 'Holiday week',
  state: 'draft',
  asa_organization_id: 40,
  settings_currency: 'USD',
  rows: [
    { key: '501', field: 'daily_cap', new: 62.5, based_on: 50, outcome: null },
    { key: '501:601', field: 'cpt_bid', new: 1.2, based_on: 1, outcome: null },
  ],
  schedule: null,
  not_applied: null,
  author: 'Ada Example',
  approver: null,
  change_id: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-12-20T10:00:00.000Z',
  actions: ['submit', 'withdraw'],
  ...overrides,
});
const setsResponse = (...change_sets: ChangeSet[]) => changeSetsResponseSchema.parse({ status: 'ok', change_sets });

const open = (query = '', options: ScreenOptions = {}) =>
  openScreen(`/client/management/change_sets${query}`, {
    ...options,
    responses: {
      'GET /api/asa/change_sets': setsResponse(set()),
      'GET /api/asa/campaign_names': campaignNames([{ id: 501, name: 'US Brand', installs: 0 }]),
      'GET /api/asa/ad_groups_names': { status: 'ok', ad_groups: [{ id: 601, name: 'Exact' }] },
      ...options.responses,
    },
  });
const panel = () => page.getByRole('complementary', { name: 'Holiday week' });
const lastBody = (calls: readonly StandInCall[]) => writesOf(calls).at(-1)?.body;
const path = 'PUT /api/asa/change_sets';

describe('pending edits', () => {
  it('are collected into a new change set, and then not pending any more', async () => {
    const withCaps = campaigns.map((campaign) => ({ ...campaign, settings: { daily_cap: 50 } }));
    const { server, address } = await openReports('?columns=daily_cap', {
      responses: { 'GET /api/asa/campaigns': report(withCaps), 'GET /api/asa/change_sets': setsResponse() },
    });
    await expect.poll(() => table.cell(501, 'daily_cap')?.hasAttribute('data-editable')).toBe(true);
    table.cell(501, 'daily_cap')?.focus();
    await userEvent.keyboard('{F2}62.50{Enter}');
    await press('Add to change set');
    const dialog = page.getByRole('dialog', { name: 'Add 1 budget to a change set' });
    await dialog.getByRole('button', { name: 'Add to change set' }).click();
    await expect.element(dialog.getByText('Please name the change set')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Holiday week');
    await expectAccessible('adding to a set', '[role="dialog"]');
    server.setResponse('POST /api/asa/change_sets', { status: 'ok', change_set: set() });
    await dialog.getByRole('button', { name: 'Add to change set' }).click();
    await expect.element(page.getByText('1 budget added to Holiday week')).toBeVisible();
    expect(lastBody(server.calls)).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      name: 'Holiday week',
      rows: [{ key: '501', field: 'daily_cap', new: 62.5, based_on: 50 }],
    });
    expect(table.cell(501, 'daily_cap')?.hasAttribute('data-mark')).toBe(false);
    server.setResponse('GET /api/asa/change_sets', setsResponse(set()));
    await press('Open');
    await expect.poll(address).toContain(`/client/management/change_sets?app=1&org=40&id=${id}`);
  });
});

describe('Change sets', () => {
  it('are opened by keys, edited, scheduled and submitted', async () => {
    const { server, address } = await open();
    const name = page.getByRole('button', { name: 'Holiday week' });
    await expect.element(name).toBeVisible();
    (name.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(address()).toContain(`id=${id}`);
    await expect.element(panel().getByRole('heading', { name: 'Holiday week' })).toHaveFocus();
    await expect.element(panel().getByRole('row', { name: /^US Brand/ })).toHaveTextContent('Daily cap50.0062.50');
    await expect.element(panel().getByRole('row', { name: /^Exact/ })).toHaveTextContent('US BrandCPT bid1.001.20');

    server.setResponse(path, { status: 'ok', change_set: set() });
    const edited = set({ updated_at: '2026-11-20T11:00:00.000Z', rows: set().rows.slice(1) });
    server.setResponse('GET /api/asa/change_sets', setsResponse(edited));
    await press('Remove Daily cap of US Brand');
    await expect
      .poll(() => lastBody(server.calls))
      .toEqual({ application_id: 1, id, remove: [{ key: '501', field: 'daily_cap' }] });
    // What was pressed is gone, and the focus is still in the panel.
    await expect.element(panel().getByRole('row', { name: /^US Brand/ })).not.toBeInTheDocument();
    await expect.element(panel().getByRole('region', { name: 'Rows of the change set' })).toHaveFocus();
    await panel().getByLabelText('Apply at (UTC), optional').fill('2026-12-01T09:00');
    await press('Keep changes');
    await expect.poll(() => lastBody(server.calls)).toEqual({ application_id: 1, id, schedule: '2026-12-01T09:00' });
    const submitted = set({ state: 'submitted', schedule: '2026-12-01T09:00', actions: ['withdraw'] });
    server.setResponse('GET /api/asa/change_sets', setsResponse(submitted));
    await panel().getByRole('textbox', { name: 'Comment (optional)' }).fill('As agreed');
    await press('Submit');
    await expect.element(page.getByText('Holiday week submitted')).toBeVisible();
    expect(lastBody(server.calls)).toEqual({ application_id: 1, id, action: 'submit', comment: 'As agreed' });
    await expect.element(panel().getByText('A second person approves this change set.')).toBeVisible();
    await expect.element(page.getByRole('row', { name: /Waits for approval.*1 Dec, 09:00/ })).toBeVisible();
    await expect.element(panel().getByRole('heading', { name: 'Holiday week' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(name).toHaveFocus();
  });

  it('are applied over a guardrail once that is confirmed, say the outcome of each row, and are undone as one', async () => {
    const approved = set({ state: 'approved', approver: 'Mara Lindqvist', actions: ['apply', 'withdraw'] });
    const { server } = await open(`?id=${id}`, { responses: { 'GET /api/asa/change_sets': setsResponse(approved) } });
    await expect.element(panel().getByText(/approved by Mara Lindqvist/)).toBeVisible();
    server.setResponse(path, failure(422, 'A guardrail asks', 'guardrail'));
    await press('Apply now');
    await expect.element(panel().getByText('Guardrails ask for a confirmation')).toBeVisible();
    const [first, second] = approved.rows;
    const applied = set({
      state: 'partly_applied',
      change_id: id,
      actions: [],
      rows: [
        { ...(first ?? approved.rows[0]), outcome: 'changed' },
        { ...(second ?? approved.rows[0]), outcome: 'refused', message: 'Keyword not editable' },
      ] as ChangeSet['rows'],
    });
    server.setResponse('GET /api/asa/change_sets', setsResponse(applied));
    server.setResponse(path, {
      status: 'partial',
      change_id: id,
      settings_currency: 'USD',
      counts: {},
      change_set: applied,
      error_message: '1 of 2 changes were not made',
      results: [],
    });
    await press('Apply now anyway');
    await expect.element(panel().getByText('1 of 2 changes were not made')).toBeVisible();
    expect(lastBody(server.calls)).toMatchObject({ action: 'apply', confirm_guardrails: true });
    await expect.element(panel().getByRole('row', { name: /^Exact/ })).toHaveTextContent('Keyword not editable');

    server.setResponse('GET /api/asa/changes', historyResponse());
    server.setResponse('POST /api/asa/undo', {
      status: 'ok',
      settings_currency: 'USD',
      counts: {},
      results: [{ key: '501:601:701', field: 'cpt_bid', outcome: 'changed', old: 1.2, new: 1 }],
    });
    await press('Undo the change set');
    await press('Undo 1 bid');
    await expect.poll(() => lastBody(server.calls)).toEqual({ application_id: 1, change_id: id });
  });
});

it('has no accessibility fault in either theme: a set, none, and on a phone', async () => {
  const missed = {
    schedule: '2026-11-20T09:00',
    reason: 'missed' as const,
    message: 'It was missed by more than 3 h',
  };
  const late = set({ state: 'approved', not_applied: missed, actions: ['apply', 'withdraw'] });
  const { server, reload } = await open(`?id=${id}`, {
    responses: { 'GET /api/asa/change_sets': setsResponse(late) },
  });
  await expect.element(panel().getByText(/Not applied at 20 Nov, 09:00/)).toBeVisible();
  await expect.element(panel().getByRole('row', { name: /^Exact/ })).toBeVisible();
  await expectAccessible('a set');
  await page.viewport(390, 844);
  await expectAccessible('a set on a phone');
  expectFits();
  server.setResponse('GET /api/asa/change_sets', setsResponse());
  await reload();
  await expect.element(page.getByRole('heading', { name: 'No change sets yet' })).toBeVisible();
  await expectAccessible('none');
});
