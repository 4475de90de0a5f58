import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const labels = {
  status: 'ok',
  labels: [
    { id: 4, name: 'Brand', objects: 0 },
    { id: 3, name: 'Stars', objects: 2 },
  ],
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const manage = /^Manage Labels of/;
const open = async (options: ScreenOptions = {}) => {
  const screen = await openScreen('/client/settings', {
    ...options,
    responses: { 'GET /api/asa/labels': labels, ...options.responses },
  });
  await page.getByRole('button', { name: manage }).click();
  return screen;
};
const writes = (calls: readonly StandInCall[]) =>
  calls.filter(({ method, url }) => method !== 'GET' && url.pathname === '/api/asa/labels');

describe.each(['light', 'dark'] as const)('labels of an application, in the theme %s', (theme) => {
  it('are made, renamed and deleted, with what has them', async () => {
    const { server } = await open({ theme });
    await expect.element(page.getByText('On 2 objects')).toBeVisible();
    await expect.element(page.getByText('On nothing')).toBeVisible();
    await expectAccessible('labels', '[data-labels]');
    server.setResponse('POST /api/asa/labels', { status: 'ok', id: 9 });
    server.setResponse('PUT /api/asa/labels', { status: 'ok' });
    await page.getByLabelText('New label').fill('Tests');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => writes(server.calls).at(-1)?.body).toEqual({ application_id: 1, name: 'Tests' });
    await button('Rename Stars').click();
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
    await page.getByLabelText('Name', { exact: true }).fill('Top stars');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => writes(server.calls).at(-1)?.body).toEqual({ application_id: 1, id: 3, name: 'Top stars' });
    const used = 'This label is used by rules: "Nightly"';
    server.setResponse('DELETE /api/asa/labels', () => failure(409, used, 'conflict'));
    await button('Delete Stars').click();
    await expect.element(page.getByText('2 objects lose it. This cannot be undone.')).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(used)).toBeVisible();
    await expectAccessible('a refused deletion', '[data-labels]');
  });

  it('say that there are none, and ask again after a failure', async () => {
    const away = () => failure(400, 'Labels are away', 'invalid_request');
    const { server } = await open({ theme, responses: { 'GET /api/asa/labels': away } });
    await expect.element(page.getByText('Labels are away')).toBeVisible();
    server.setResponse('GET /api/asa/labels', { status: 'ok', labels: [] });
    await button('Try again').click();
    await expect.element(page.getByText('There are no labels yet.')).toBeVisible();
    await button('Add').click();
    await expect.element(page.getByText('Enter a name')).toBeVisible();
    await expectAccessible('no labels', '[data-labels]');
  });
});

it('labels fit a narrow screen, and restricted members learn why they cannot open them', async () => {
  await open({ width: 320 });
  await expect.element(page.getByText('Stars')).toBeVisible();
  expectFits();
  const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
  await openScreen('/client/settings', { responses: { 'GET /api/account': restricted } });
  await expect.element(page.getByRole('button', { name: manage })).toHaveAttribute('aria-disabled', 'true');
});
