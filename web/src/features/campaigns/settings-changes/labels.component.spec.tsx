import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import type { ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never, type StandInCall } from '../../../testing/stand-in-server.ts';

const base = sums({ spend: 10, taps: 10, installs: 5 });
const campaigns = (labelled: boolean) =>
  report([
    { id: 501, name: 'US Brand', base, labels: labelled ? [3, 4] : [] },
    { id: 502, name: 'JP Discovery', base, labels: labelled ? [3] : [] },
  ]);
const labels = {
  status: 'ok',
  labels: [
    { id: 3, name: 'Stars', objects: 2 },
    { id: 4, name: 'Brand, own', objects: 1 },
  ],
};

const open = (query = '', { responses, ...options }: ScreenOptions = {}, labelled = true) =>
  openReports(query, {
    ...options,
    responses: { 'GET /api/asa/campaigns': campaigns(labelled), 'GET /api/asa/labels': labels, ...responses },
  });
const dialog = () => page.getByRole('dialog');
const chips = (row: number) =>
  [...(table.cell(row, 'labels')?.querySelectorAll('span > span') ?? [])].map((chip) => chip.textContent);
const checked = (name: string) => dialog().getByRole('checkbox', { name });
const writes = (calls: readonly StandInCall[]) =>
  calls.filter(({ url }) => url.pathname === '/api/asa/labels/objects').map(({ body }) => body);

async function openDialog(ids: readonly number[]): Promise<void> {
  await press('Actions');
  for (const id of ids) {
    await expect.poll(() => table.cell(id, 'name')?.querySelector('[data-select]')).not.toBeNull();
    table.cell(id, 'name')?.focus();
    await userEvent.keyboard(' ');
  }
  await page.getByRole('button', { name: 'Labels', exact: true }).click();
}

describe.each(['light', 'dark'] as const)('labels of rows, in the theme %s', (theme) => {
  it('are in a column of their own where a row has one', async () => {
    await open('', { theme });
    await expect.poll(() => chips(501)).toEqual(['Stars', 'Brand, own']);
    expect(chips(502)).toEqual(['Stars']);
    await expectAccessible('labels in the table', '[role="grid"]');
    await open('', { theme }, false);
    await expect.poll(() => table.names().length).toBe(2);
    expect(table.columns()).not.toContain('labels');
  });

  it('are set for the chosen rows: what all have, some have, and a new one', async () => {
    const { server } = await open('', { theme });
    await expect.poll(() => chips(502)).toEqual(['Stars']);
    await openDialog([501, 502]);
    await expect.element(dialog().getByRole('heading', { name: 'Labels of 2 campaigns' })).toBeVisible();
    await expect.element(checked('Stars')).toBeChecked();
    await expect.element(checked('Brand, own')).toBePartiallyChecked();
    await expectAccessible('the dialog', '[role="dialog"]');
    server.setResponse('POST /api/asa/labels', { status: 'ok', id: 7 });
    server.setResponse('GET /api/asa/labels', {
      ...labels,
      labels: [...labels.labels, { id: 7, name: 'Tests', objects: 0 }],
    });
    await dialog().getByRole('button', { name: 'Add' }).click();
    await expect.element(dialog().getByText('Enter a name')).toBeVisible();
    await dialog().getByLabelText('New label').fill('Tests');
    await userEvent.keyboard('{Enter}');
    await expect.element(checked('Tests')).toBeChecked();
    await checked('Stars').click();
    server.setResponse('PUT /api/asa/labels/objects', ({ body }: StandInCall) => {
      const { id } = body as { id: number };
      return { status: 'ok', change_id: `change-${id}`, settings_currency: 'USD', results: [], counts: {} };
    });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Labels of 2 campaigns changed')).toBeVisible();
    expect(writes(server.calls)).toEqual([
      { application_id: 1, id: 7, add: ['501', '502'], remove: [] },
      { application_id: 1, id: 3, add: [], remove: ['501', '502'] },
    ]);
    server.setResponse('POST /api/asa/undo', { status: 'ok', settings_currency: 'USD', results: [], counts: {} });
    await press('Undo');
    const undone = () => server.calls.filter(({ url }) => url.pathname === '/api/asa/undo').map(({ body }) => body);
    await expect.poll(undone).toMatchObject([{ change_id: 'change-3' }, { change_id: 'change-7' }]);
  });

  it('are waited for, asked again after a failure, and refused in the words of the server', async () => {
    await open('', { theme, responses: { 'GET /api/asa/labels': never } }, false);
    await openDialog([501]);
    await expect.element(dialog().getByText('Loading labels…')).toBeVisible();
    const away = () => failure(400, 'Labels are away', 'invalid_request');
    const { server } = await open('', { theme, responses: { 'GET /api/asa/labels': away } }, false);
    await openDialog([501]);
    await expect.element(dialog().getByText('Labels are away')).toBeVisible();
    server.setResponse('GET /api/asa/labels', { status: 'ok', labels: [] });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog().getByText('There are no labels yet.')).toBeVisible();
    const taken = 'There is already a label with this name';
    server.setResponse('POST /api/asa/labels', () => failure(409, taken, 'conflict'));
    await dialog().getByLabelText('New label').fill('Stars');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText(taken)).toBeVisible();
    await expectAccessible('a refused name', '[role="dialog"]');
  });

  it('choose rows with Update, and are named beside the filter', async () => {
    const { server, address } = await open('', { theme });
    await press(/^Filter/);
    const filter = page.getByRole('dialog', { name: 'Filter' });
    await filter.getByRole('checkbox', { name: 'Brand, own' }).click();
    await expectAccessible('the filter', '[aria-label="Filter"]');
    await filter.getByRole('button', { name: 'Done' }).click();
    await press('Update');
    await expect.poll(() => address()).toContain('labels=4');
    const lastQuestion = () => server.calls.filter(({ url }) => url.pathname === '/api/asa/campaigns').at(-1)?.url;
    await expect.poll(() => lastQuestion()?.searchParams.get('labels')).toBe('4');
    await press('Remove filter Labels: Brand, own');
    await expect.poll(() => address()).not.toContain('labels');
  });
});

it('labels are not offered to restricted members, whose rows have none', async () => {
  const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
  const { server } = await open('', { responses: { 'GET /api/account': restricted } }, false);
  await press(/^Filter/);
  await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  expect(page.getByText('Labels').elements()).toEqual([]);
  expect(server.calls.filter(({ url }) => url.pathname === '/api/asa/labels')).toEqual([]);
});

it('the dialog fits a narrow screen', async () => {
  await open('', { width: 320 });
  await expect.poll(() => table.names().length).toBe(2);
  await openDialog([501]);
  await expect.element(dialog().getByRole('heading', { name: 'Labels of US Brand' })).toBeVisible();
  expectFits();
});
