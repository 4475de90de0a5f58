import { addDays } from '@tapwise/contract/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../testing/fixtures/report-fixtures.ts';
import { earliest, notReady, type PastTables, pastDay, pastInstant, pastTables } from '../../testing/past-view.ts';
import { campaigns, openReports, press, table } from '../../testing/screens/open-reports.ts';
import type { ScreenOptions } from '../../testing/screens/open-screen.tsx';
import { never, type StandInCall } from '../../testing/stand-in-server.ts';
import { beginPage } from '../page/page-store.ts';
import { formatInstantIn } from './zoned-time.ts';

beforeEach(beginPage);

const settings = { daily_cap: 50, budget: null };
const then = [{ id: 501, name: 'US Brand then', settings, base: sums({ spend: 40, taps: 20, installs: 8 }) }];
const now = campaigns.map((campaign) => ({ ...campaign, settings }));
/** Other rows as of an instant than now. */
const byInstant = ({ url }: StandInCall) => report(url.searchParams.has('as_of') ? then : now);

const open = (query: string, tables: PastTables, options: ScreenOptions = {}) =>
  openReports(query, {
    ...options,
    responses: { 'GET /api/asa/campaigns': byInstant, ...tables.responses, ...options.responses },
  });
const ofNow = () => expect.poll(table.names).toHaveLength(campaigns.length);
const ofThen = () => expect.poll(table.names).toEqual(['US Brand then']);
const past = `?app=1&org=40&as_of=${pastInstant}`;
const spoken = formatInstantIn(pastInstant, 'UTC');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const popover = () => page.getByRole('dialog', { name: 'View as of' });
const requestedParams = (calls: readonly StandInCall[], path = '/api/asa/campaigns') =>
  calls.filter(({ url, method }) => url.pathname === path && method === 'GET').map(({ url }) => url.searchParams);

async function choose(day: string, clock: string): Promise<void> {
  await popover().getByLabelText('Date').fill(day);
  await popover().getByLabelText('Time').fill(clock);
}

describe('an instant', () => {
  it('is chosen in the time zone of the ad organization, kept in the address, and sent with the report', async () => {
    const [organization] = application().asaOrganizations;
    const zonedApplication = application({
      asaOrganizations: organization === undefined ? [] : [{ ...organization, time_zone: 'America/Los_Angeles' }],
    });
    const { server, address } = await open('', pastTables(), {
      responses: { 'GET /api/account': sessionResponse(account(), [zonedApplication]) },
    });
    await ofNow();
    await press('As of now');
    await expect.element(popover().getByText('Time zone: America/Los_Angeles')).toBeVisible();
    await choose('2026-03-10', '09:15');
    await press('View as of this time');
    // Clocks had been put forward two days before.
    await expect.poll(address).toContain('as_of=2026-03-10T16:15Z');
    await ofThen();
    expect(requestedParams(server.calls).at(-1)?.get('as_of')).toBe('2026-03-10T16:15Z');
    await expect.element(button('As of 10 Mar, 09:15')).toHaveFocus();
    await expect.element(page.getByText(/as of 10 Mar 2026, 09:15 \(America\/Los_Angeles\)/)).toBeVisible();
  });

  it('is entered with keys alone; Esc leaves everything as it was', async () => {
    const { address } = await open('', pastTables());
    await ofNow();
    (button('As of now').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(popover()).toBeVisible();
    await choose(pastDay, '09:00');
    await userEvent.keyboard('{Escape}');
    await expect.element(popover()).not.toBeInTheDocument();
    await expect.element(button('As of now')).toHaveFocus();
    expect(address()).not.toContain('as_of');
    await userEvent.keyboard('{Enter}');
    await choose(pastDay, '09:00');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toContain(`as_of=${pastInstant}`);
  });

  it('cannot be in the future, nor before the application was added', async () => {
    const { address } = await open('', pastTables());
    await ofNow();
    await press('As of now');
    await choose(addDays(pastDay, 9), '09:00');
    await expect.element(popover().getByText('This time has not come yet')).toBeVisible();
    await choose('2026-01-01', '08:29');
    const added = `This application was added on ${formatInstantIn(earliest, 'UTC')}. Choose a later time.`;
    await expect.element(popover().getByText(added)).toBeVisible();
    await press('View as of this time');
    await expect.element(popover().getByLabelText('Date')).toHaveFocus();
    expect(address()).not.toContain('as_of');
    await choose('2026-01-01', '08:31');
    await press('View as of this time');
    await expect.poll(address).toContain('as_of=2026-01-01T08:31Z');
  });

  it('is kept by reload, by drilling down and by other screens with figures; a screen without them is of now', async () => {
    const { server, address, reload } = await open(past, pastTables());
    await ofThen();
    await reload();
    await ofThen();
    table.name()?.click();
    await expect.poll(table.names).toEqual(['Exact']);
    expect(address()).toContain(`as_of=${pastInstant}`);
    expect(requestedParams(server.calls, '/api/asa/adgroups').map((query) => query.get('as_of'))).toEqual([
      pastInstant,
    ]);
    await page.getByRole('link', { name: 'Monthly Reports' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Monthly Reports' })).toBeVisible();
    expect(address()).toContain(`as_of=${pastInstant}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(address()).not.toContain('as_of');
    await expect.element(button(/^As of/)).not.toBeInTheDocument();
  });

  it.each(['2026-02-30T09:00Z', 'yesterday', '2099-01-01T09:00Z'])('%s is none: the screen is of now', async (text) => {
    const { server } = await open(`?app=1&org=40&as_of=${text}`, pastTables());
    await ofNow();
    await expect.element(button('As of now')).toBeVisible();
    expect(requestedParams(server.calls).filter((query) => query.has('as_of'))).toEqual([]);
  });

  it('is what today and the last days are counted from, in the time zone of the ad organization', async () => {
    const [organization] = application().asaOrganizations;
    const zonedApplication = application({
      asaOrganizations: organization === undefined ? [] : [{ ...organization, time_zone: 'America/Los_Angeles' }],
    });
    const { server } = await open('?app=1&org=40&range=last7&as_of=2026-03-10T05:00Z', pastTables(), {
      responses: { 'GET /api/account': sessionResponse(account(), [zonedApplication]) },
    });
    await ofThen();
    const [query] = requestedParams(server.calls);
    // There it was still the ninth.
    expect([query?.get('from'), query?.get('to')]).toEqual(['2026-03-03', '2026-03-09']);
    await button(/Last 7 days/).click();
    await expect.element(page.getByRole('button', { name: /10 March 2026/ })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /10 March 2026/ }))
      .toHaveAttribute('title', 'This day has not come yet');
  });
});

describe('tables that are not there', () => {
  it('are prepared before anything is asked of them, and the figures follow by themselves', async () => {
    const tables = pastTables('absent');
    const { server } = await open(past, tables);
    tables.progress = 0.43;
    await expect.element(page.getByText(`Preparing reports as of ${spoken} … 43 %`)).toBeVisible();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '43');
    expect(tables.prepared).toEqual([pastInstant]);
    expect(requestedParams(server.calls)).toEqual([]);
    tables.state = 'ready';
    await ofThen();
    expect(tables.prepared).toEqual([pastInstant]);
    expect(requestedParams(server.calls).every((query) => query.get('as_of') === pastInstant)).toBe(true);
  });

  it('may be dropped: then they are prepared again', async () => {
    const tables = pastTables();
    const { server } = await open(past, tables);
    await ofThen();
    tables.state = 'absent';
    server.setResponse('GET /api/asa/campaigns', (call: StandInCall) =>
      tables.state === 'ready' ? byInstant(call) : notReady(),
    );
    await page.getByRole('combobox', { name: 'Compare' }).click();
    await page.getByRole('option', { name: 'Previous period' }).click();
    await press('Update');
    await expect.element(page.getByText(/^Preparing reports as of/)).toBeVisible();
    expect(tables.prepared).toEqual([pastInstant]);
    tables.state = 'ready';
    await ofThen();
  });

  it('wait for others that are being prepared', async () => {
    const tables = pastTables('absent');
    let busy = true;
    const { server } = await open(past, tables, {
      responses: {
        'POST /api/asa/past_view': () => {
          if (!busy) tables.state = 'ready';
          return busy
            ? Response.json(
                { status: 'error', code: 'unavailable', error_message: 'Busy' },
                { status: 503, headers: { 'retry-after': '1' } },
              )
            : { status: 'ok', earliest, view: { as_of: pastInstant, state: 'ready', progress: 1 } };
        },
      },
    });
    await expect.element(page.getByText('Another instant is being prepared. Trying again in 1 s')).toBeVisible();
    expect(requestedParams(server.calls)).toEqual([]);
    busy = false;
    await ofThen();
  });

  it('that could not be prepared are said to, and tried again when asked', async () => {
    const tables = pastTables('failed');
    await open(past, tables);
    await expect.element(page.getByRole('alert').getByText(`Could not prepare reports as of ${spoken}`)).toBeVisible();
    expect(tables.prepared).toEqual([]);
    await press('Try again');
    await expect.poll(() => tables.prepared).toEqual([pastInstant]);
    tables.state = 'ready';
    await ofThen();
  });

  it('are given up by going back to now', async () => {
    const tables = pastTables('absent');
    const { address } = await open(past, tables);
    await expect.element(page.getByText(/^Preparing reports as of/)).toBeVisible();
    await button('Back to now').last().click();
    await ofNow();
    expect(address()).not.toContain('as_of');
  });
});

describe('the past', () => {
  const warning = `You are viewing reports as of ${spoken} (UTC). Nothing can be changed here.`;
  const changing = () =>
    [
      button('Actions'),
      page.getByRole('switch', { name: 'Live' }),
      button('Stop all'),
      page.getByRole('region', { name: 'Today' }),
    ] as const;
  const typeCap = async () => {
    table.cell(501, 'daily_cap')?.focus();
    await userEvent.keyboard('{F2}');
  };
  const fields = () => document.querySelectorAll('[role="grid"] input').length;

  it('is marked, still, and cannot be changed; its table can be taken away', async () => {
    await open(past, pastTables());
    await ofThen();
    await expect.element(page.getByText(warning)).toBeVisible();
    for (const part of changing()) await expect.element(part).not.toBeInTheDocument();
    expect(table.cell(501, 'daily_cap')?.textContent).toBe('50.00');
    await typeCap();
    expect(fields()).toBe(0);
    await expect.element(button('Excel')).not.toHaveAttribute('aria-disabled', 'true');
    const main = document.querySelector('main');
    expect(main === null ? '' : getComputedStyle(main, '::after').borderTopWidth).toBe('2px');
  });

  it('is left by one press, and nothing of it is shown for now', async () => {
    const { server, address } = await open(past, pastTables());
    await ofThen();
    await button('Back to now').click();
    await ofNow();
    expect(address()).not.toContain('as_of');
    await expect.element(page.getByText(warning)).not.toBeInTheDocument();
    for (const part of changing()) await expect.element(part).toBeVisible();
    expect(requestedParams(server.calls).at(-1)?.has('as_of')).toBe(false);
    await expect.poll(() => table.cell(501, 'daily_cap')?.dataset.editable).toBe('true');
    await typeCap();
    await expect.poll(fields).toBe(1);
    const main = document.querySelector('main');
    expect(main === null ? '' : getComputedStyle(main, '::after').content).toBe('none');
  });

  it('leaves no rows behind while those of now are on their way', async () => {
    await open(past, pastTables(), {
      responses: {
        'GET /api/asa/campaigns': (call) => (call.url.searchParams.has('as_of') ? byInstant(call) : never()),
      },
    });
    await ofThen();
    await button('Back to now').click();
    await expect.element(page.getByText(warning)).not.toBeInTheDocument();
    await expect.poll(table.names).toEqual([]);
  });

  it('has no place for the demo’s banner, which would change what is shown', async () => {
    const demo = /^This is the living demo/;
    await open(past, pastTables(), {
      responses: { 'GET /api/account': sessionResponse(account({ demo: true }), [application()]) },
    });
    await ofThen();
    await expect.element(page.getByText(demo)).not.toBeInTheDocument();
    await button('Back to now').click();
    await expect.element(page.getByText(demo)).toBeVisible();
  });

  it('has two banners at most, those that matter most', async () => {
    const restrictedAccount = account({ access: 'restricted', hasBillingIssues: true });
    await open(past, pastTables(), {
      responses: { 'GET /api/account': sessionResponse(restrictedAccount, [application()]) },
    });
    await ofThen();
    await expect.element(page.getByText('Ask an admin to check the payment.')).toBeVisible();
    await expect.element(page.getByText(warning)).toBeVisible();
    const restricted = page.getByText(/^Your access does not include/);
    await expect.element(restricted).not.toBeVisible();
    await button('Back to now').click();
    await expect.element(restricted).toBeVisible();
  });

  it('fits on a phone, where the button has its name alone', async () => {
    await open(past, pastTables(), { width: 390, height: 844 });
    await ofThen();
    const control = button(/^As of/);
    await expect.element(control).toBeVisible();
    expect(control.element().textContent).not.toBe('');
    expect(control.element().getBoundingClientRect().width).toBe(32);
    expectFits();
  });
});

describe('in either theme there is no accessibility fault', () => {
  it('in the popover, before and in the past', async () => {
    await open('', pastTables());
    await ofNow();
    await press('As of now');
    await choose(addDays(pastDay, 9), '09:00');
    await expect.element(popover().getByText('This time has not come yet')).toBeVisible();
    await expectAccessible('popover with a refusal', '[role="dialog"]');
    await choose(pastDay, '09:00');
    await press('View as of this time');
    await ofThen();
    await expectAccessible('past', 'main');
    await press(/^As of/);
    await expect.element(popover()).toBeVisible();
    await expectAccessible('popover of the past', '[role="dialog"]');
  });

  it('while tables are prepared, and when they cannot be', async () => {
    const tables = pastTables('absent');
    await open(past, tables);
    await expect.element(page.getByText(/^Preparing reports as of/)).toBeVisible();
    await expectAccessible('preparing', 'main');
    tables.state = 'failed';
    await expect.element(page.getByText(/^Could not prepare/)).toBeVisible();
    await expectAccessible('failed', 'main');
  });
});
