import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '../../../../testing/screens/open-screen.tsx';

const ok = { status: 'ok', detail: 'running' };
const workflows = (driver: 'temporal' | 'loop') => ({ workflows: { ...ok, driver } });
const history = (months_in: number, months: number | null, complete = false) => ({
  'GET /api/history': { status: 'ok', applications: [{ application_id: 1, complete, months_in, months }] },
});
const open = (parts: object, responses: Record<string, object> = {}) =>
  openScreen('/client/monthlyreports', { responses: { 'GET /readyz': { status: 'degraded', parts }, ...responses } });

describe('the notice in the header', () => {
  it.each(['loop', 'temporal'] as const)('leaves the engine to operators while the %s pulls', async (driver) => {
    const { server } = await open(workflows(driver), history(14, 14, true));
    await expect.poll(() => server.calls.map(({ url }) => url.pathname)).toContain('/api/history');
    await expect.poll(() => server.calls.map(({ url }) => url.pathname)).toContain('/readyz');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Temporal|process|tables|History:/);
  });

  it('says what parts that are away mean for the figures', async () => {
    await open({ workflows: { status: 'down', detail: '' }, projections: { status: 'down', detail: '' } });
    const notice = page.getByRole('button', { name: /Spend and settings are not updated/ });
    await notice.click();
    await expect.element(page.getByText(/New figures come late/)).toBeVisible();
  });

  it('shows how much of the past is in, before anything else', async () => {
    await open(workflows('loop'), history(9, 14));
    await expect.element(page.getByText('History: 9 of 14 months')).toBeVisible();
  });

  it('names no number of months before it is known', async () => {
    await open(workflows('loop'), history(0, null));
    await expect.element(page.getByText('History is coming in, newest first')).toBeVisible();
  });
});
