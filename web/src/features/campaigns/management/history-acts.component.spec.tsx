import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { creation, creationsResponse } from '../../../testing/fixtures/creation-fixtures.ts';
import {
  changeIds,
  createdResponse,
  historyResponse,
  unansweredUndoResponse,
} from '../../../testing/fixtures/history-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press } from '../../../testing/screens/open-reports.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import type { StandInCall } from '../../../testing/stand-in-server.ts';

const lastWrite = (calls: readonly StandInCall[]) => writesOf(calls).at(-1);

describe('History', () => {
  it('keeps the focus where it was left: at the button of an undo, in its row once that is done, among the choices', async () => {
    const { server } = await openScreen('/client/management/history?key=501:601', {
      responses: { 'GET /api/asa/changes': () => historyResponse() },
    });
    const button = page.getByRole('button', { name: 'Undo 3 bids Exact' });
    await expect.element(button).toBeVisible();
    server.setResponse('POST /api/asa/undo', {
      status: 'ok',
      settings_currency: 'USD',
      counts: {},
      results: [{ key: '501:601:701', field: 'cpt_bid', outcome: 'changed', old: 1.2, new: 1 }],
    });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Undo 3 bids?' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Undo 1 bid' })).toBeVisible();
    server.setResponse('GET /api/asa/changes', () => {
      const response = historyResponse();
      const changes = response.changes.map((change) =>
        change.change_id === changeIds.d ? { ...change, undoes: changeIds.a } : change,
      );
      return { ...response, changes };
    });
    (page.getByRole('button', { name: 'Undo 1 bid' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const row = page.getByRole('row', { name: /3 bids · Exact/ });
    await expect.element(row.getByRole('button', { name: 'Undone' })).toBeVisible();
    await expect.poll(() => row.element().contains(document.activeElement)).toBe(true);
    const tag = page.getByRole('button', { name: /^Only one object/ });
    (tag.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(tag).not.toBeInTheDocument();
    await expect.element(page.getByRole('combobox', { name: 'What' })).toHaveFocus();
  });

  it('says which setting would be restored where an undo is of several', async () => {
    const { server } = await openScreen('/client/management/history', {
      responses: { 'GET /api/asa/changes': () => historyResponse() },
    });
    const results = (['cpt_bid', 'cpa_goal'] as const).map((field) => ({
      key: '501:601:701',
      field,
      outcome: 'changed',
      old: 1.2,
      new: 1,
    }));
    server.setResponse('POST /api/asa/undo', { status: 'ok', settings_currency: 'USD', counts: {}, results });
    await press('Undo 3 bids Exact');
    await expect.element(page.getByRole('rowheader', { name: 'sleep sounds CPT bid' })).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'sleep sounds CPA goal' })).toBeVisible();
  });

  it('offers no undo of a new campaign whose creation was cancelled', async () => {
    const cancelled = creation({ state: 'cancelled', change_id: changeIds.a });
    const response = createdResponse();
    const changes = response.changes.filter(({ field }) => field === 'keyword');
    await openScreen('/client/management/history', {
      responses: {
        'GET /api/asa/changes': () => ({ ...response, changes }),
        'GET /api/asa/creations': creationsResponse(cancelled),
      },
    });
    await expect.element(page.getByText('No undo')).toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /2,290 keywords/ }))
      .toHaveTextContent(/deleted in Campaign tools/);
    await expect.element(page.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  });

  it('checks the undo of a negative keyword of a rule again by that undo', async () => {
    const { server } = await openScreen('/client/management/history', {
      responses: { 'GET /api/asa/changes': () => unansweredUndoResponse() },
    });
    server.setResponse('POST /api/asa/undo', {
      status: 'ok',
      settings_currency: 'USD',
      counts: {},
      results: [
        { key: '501:601:0', field: 'negative', outcome: 'refused', old: 'gratis', new: null, message: 'Not there' },
        { key: '501:601:0', field: 'negative', outcome: 'unchanged', old: 'free', new: null },
      ],
    });
    await press('Check again Negative keyword of free');
    await expect.element(page.getByText('free: Apple has it as it was sent')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      change_id: changeIds.d,
      keys: ['501:601:0'],
    });
  });
});
