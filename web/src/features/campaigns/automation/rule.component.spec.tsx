import { addDays } from '@tapwise/contract/calendar';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  backtestResponse,
  clipped,
  logRow,
  logsResponse,
  rule,
  rulesResponse,
  run,
  verdict,
  verdictsResponse,
} from '../../../testing/fixtures/automation-fixtures.ts';
import { change, changesResponse } from '../../../testing/fixtures/chart-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportLogged } from '../../../testing/live.ts';
import {
  button,
  calls,
  lastWrite,
  openAutomation,
  raised,
  verdicts,
} from '../../../testing/screens/open-automation.ts';
import { never, type StandInCall } from '../../../testing/stand-in-server.ts';

describe('a rule', () => {
  it('shows its newest run, and why each unit was treated so, by keys alone', async () => {
    const { address } = await openAutomation('/7?app=1');
    await expect.element(page.getByRole('heading', { name: 'Run of 21 Nov, 15:00' })).toBeVisible();
    await expect.element(page.getByText('4 keywords checked, 1 raised, 2 at a cap, 1 skipped')).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^sleep sounds/ })).toHaveTextContent('Raised1.601.70CPT bid');
    await expectAccessible('a rule');
    await tabTo(/^Clipped to the CPT bid cap 1.70/);
    await userEvent.keyboard('{Enter}');
    const why = page.getByRole('complementary', { name: 'Why did this bid change?' });
    await expect.element(why.getByRole('heading').first()).toHaveFocus();
    await expect.element(why.getByText('sleep sounds · US Brand')).toBeVisible();
    await expect.element(why.getByRole('row', { name: /^Installs/ })).toHaveTextContent('25of 30, 5 left');
    await expect.element(why.getByRole('row', { name: /^Clipped by CPT bid cap/ })).toHaveTextContent('1.70− 0.10');
    expect(address()).toContain(`key=${encodeURIComponent(clipped.key)}`);
    await expectAccessible('why', 'aside');
    await userEvent.keyboard('{Escape}');
    await expect.element(why).not.toBeInTheDocument();
    await expect.element(button(/^Clipped to the CPT bid cap 1.70/)).toHaveFocus();
    // The reasons of a run are one tab stop.
    expect(document.querySelectorAll('tbody button[tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(button(/^CPA 3.92 reached the cap 3.50/)).toHaveFocus();
    await button(/^CPA 3.92 reached the cap 3.50/).click();
    const kept = page.getByRole('complementary', { name: 'Why did this bid not change?' });
    await expect.element(kept.getByText(/goes on as soon as the figure is below the cap/)).toBeVisible();
  });

  it('takes a raise back, lifts what was released, and shows what would happen now', async () => {
    const released = verdict('quiet', { verdict: 'skipped', reason: 'released', computed: null, new: null });
    const { server } = await openAutomation(`/7?app=1&key=${clipped.key}`, {
      theme: 'dark',
      responses: {
        [`GET ${calls}/verdicts`]: verdictsResponse(run(), [clipped, released]),
        [`POST ${calls}/resume`]: { status: 'ok' },
        'POST /api/asa/undo': {
          status: 'ok',
          change_id: 'u',
          settings_currency: 'USD',
          counts: {},
          results: [{ key: clipped.key, field: 'cpt_bid', outcome: 'changed', old: 1.7, new: 1.6 }],
        },
      },
    });
    await button('Undo, back to 1.60').click();
    await expect.element(page.getByText('Bid set back to 1.60')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      change_id: run().change_id,
      keys: [clipped.key],
    });
    await expectAccessible('a rule in the dark');
    await button(/^Its bid was lowered/).click();
    await button('Resume').click();
    await expect.element(page.getByText('The rule raises this keyword again')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({ application_id: 1, id: 7, keys: [released.key] });
    await button('Dry run').click();
    await expect.element(page.getByRole('heading', { name: 'If it ran now' })).toBeVisible();
    await expect.element(page.getByText(/1 would be raised.*Nothing is recorded or sent/)).toBeVisible();
    expect(lastWrite(server.calls)).toMatchObject({ body: { application_id: 1, id: 7 } });
  });

  it('has logs that are filtered, paged and lead to the decision behind a row', async () => {
    const { address } = await openAutomation('/7?app=1&panel=logs');
    const logs = page.getByRole('complementary', { name: 'Logs of Raise SKAG core' });
    await expect.element(logs.getByText('200 of 200 rows')).toBeVisible();
    await logs.getByRole('button', { name: 'Load older' }).click();
    await expect.element(logs.getByText('201 of 201 rows')).toBeVisible();
    await logs.getByRole('searchbox').fill('sleep sounds');
    await expect.element(logs.getByText('1 of 201 rows')).toBeVisible();
    await expectAccessible('logs', 'aside');
    await logs.getByRole('button', { name: `Why: ${raised}` }).click();
    await expect.element(page.getByRole('complementary', { name: 'Why did this bid change?' })).toBeVisible();
    expect(address()).toContain('run=');
  });

  it('of a filter explains each search term, also where one keyword brought several', async () => {
    const common = {
      key: '501:601:701',
      verdict: 'to_decide' as const,
      old: null,
      computed: null,
      new: null,
      caps: [],
    };
    const terms = [verdict('sleep music', common), verdict('sleep app', common)];
    const { address } = await openAutomation('/8?app=1', {
      responses: { [`GET ${calls}/verdicts`]: verdictsResponse(run(), terms) },
    });
    await page
      .getByRole('row', { name: /^sleep app/ })
      .getByRole('button')
      .click();
    const why = page.getByRole('complementary');
    await expect.element(why.getByText('sleep app · US Brand')).toBeVisible();
    expect(address()).toContain('decision=decision+of+sleep+app');
    await page
      .getByRole('row', { name: /^sleep music/ })
      .getByRole('button')
      .click();
    await expect.element(why.getByText('sleep music · US Brand')).toBeVisible();
    await expect.element(page.getByRole('button', { pressed: true })).toHaveAccessibleName(/sleep music/);
  });

  it('explains a keyword whose rule is not named by its newest decision', async () => {
    await openAutomation(`?panel=why&key=${clipped.key}`);
    await expect.element(page.getByRole('complementary', { name: 'Why did this bid change?' })).toBeVisible();
    await openAutomation('?panel=why&key=999:1:1');
    await expect.element(page.getByText('No rule covers this keyword.')).toBeVisible();
  });
});

describe('a back-test', () => {
  it('refuses long ranges, can be cancelled, and reports slot by slot with what it cannot say', async () => {
    const notes = ['No market response is simulated: raises do not add up.'];
    const slot = { slot: '2026-11-20T09', at: '2026-11-20T09:00:00Z', as_known: false, verdicts };
    const inputs = { impressions: 1240, taps: 62, installs: 9, spend: 41.4, cpt: 0.667742, cpa: 4.6 };
    const bids = { bid_then: 1.2, bid_now: 1.4 };
    const later = [
      { key: '501:601:11', keyword: 'sleep sounds', slot: slot.slot, raises: 3, from: '2026-11-21', ...bids, inputs },
    ];
    let requestCount = 0;
    const { server } = await openAutomation('/7?app=1', {
      responses: {
        [`POST ${calls}/backtest`]: () => {
          requestCount += 1;
          return requestCount === 1 ? never() : backtestResponse([slot], later, notes);
        },
      },
    });
    await button('Back-test').click();
    const dialog = page.getByRole('dialog', { name: 'Back-test of Raise SKAG core' });
    await expect.element(dialog.getByLabelText('From')).toBeVisible();
    const { value: from } = dialog.getByLabelText('From').element() as HTMLInputElement;
    await dialog.getByLabelText('From').fill('2020-01-01');
    await expect.element(dialog.getByText('At most 90 days')).toBeVisible();
    await dialog.getByLabelText('From').fill(from);
    await dialog.getByRole('button', { name: 'Run back-test' }).click();
    await expect.element(dialog.getByText(/^Evaluating 30 days/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel back-test' }).click();
    await expect.element(dialog.getByText('The back-test was cancelled')).toBeVisible();
    await dialog.getByRole('button', { name: 'Run back-test' }).click();
    await expect.element(dialog.getByRole('heading', { name: '1 slot, 1 raise of 1 keyword' })).toBeVisible();
    await expect.element(dialog.getByText('Not known then')).toBeVisible();
    await expect.element(dialog.getByText(notes[0] ?? '')).toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: 'sleep sounds 3 21 Nov 2026 1.20 1.40 1,240 62 9 41.40 0.67 4.60' }))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Show decisions of 20 Nov, 09:00' }).click();
    await expect.element(dialog.getByText('Installs 31 reached the cap 30')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toMatchObject({ application_id: 1, id: 7, from });
    await expectAccessible('a back-test', '[role="dialog"]');
    await page.viewport(480, 900);
    await expectAccessible('a back-test on a phone', '[role="dialog"]');
  });
});

describe('the effect of a rule', () => {
  const today = new Date().toISOString().slice(0, 10);
  const by = { actor_kind: 'rule', actor: 'Rule Raise SKAG core', ad_group_id: 601, keyword_id: 12 } as const;
  const bid = (daysAgo: number, old: number, made: number) =>
    change(addDays(today, -daysAgo), 'cpt_bid', { ...by, level: 'keyword', name: 'sleep sounds', old, new: made });
  const steps = [bid(2, 1.6, 1.7), bid(4, 1.4, 1.6)];
  const at = steps[0]?.at ?? '';
  const responses = {
    'GET /api/asa/changes': ({ url }: StandInCall) => {
      const key = url.searchParams.get('key');
      return changesResponse(key === null || key === clipped.key ? steps : [], ['cpt_bid'])({ url });
    },
    'GET /api/asa/automated_campaign_logs': logsResponse(
      logRow({ date: at, key: clipped.key, decision_id: clipped.decision_id }),
    ),
    'GET /api/asa/campaigns': ({ url }: StandInCall) =>
      report([
        { id: 501, name: 'US Brand', base: sums({ spend: afterFirst(url) ? 30 : 20, taps: 40, installs: 10 }) },
        { id: 999, name: 'Another', base: sums({ spend: 500, taps: 900, installs: 90 }) },
      ]),
  };
  const afterFirst = (url: URL) => (url.searchParams.get('from') ?? '') > addDays(today, -4);

  it('is drawn step by step with the numbers that decided, and set beside the days before', async () => {
    await openAutomation('/7?app=1', { responses });
    await expect
      .element(page.getByRole('img', { name: /^Bids over time. sleep sounds from 1.40 to 1.70/ }))
      .toBeVisible();
    await button('Show as table').click();
    const row = page.getByRole('row', { name: /sleep sounds 1.60 1.70/ });
    await expect.element(row).toHaveTextContent('Impressions 512 of 900, Installs 25 of 30, CPA 2.33 of 3.50');
    await expect.element(page.getByText(/^2 bid changes of 1 keyword. First bid changed/)).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^Spend 20.00/ })).toHaveTextContent('Spend20.0030.00+50 %');
    await expect.element(page.getByText(/prove no cause/)).toBeVisible();
    await expectAccessible('the effect of a rule');
  });

  it('is shown as soon as a run logs it', async () => {
    const id = 71;
    const { server } = await openAutomation(`/7?app=${id}`, {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ id })]) },
    });
    await expect.element(page.getByText('4 keywords checked, 1 raised, 2 at a cap, 1 skipped')).toBeVisible();
    await expect.element(page.getByText('No bid of these keywords was changed in the last 30 days')).toBeVisible();
    await tabTo(/^Clipped to the CPT bid cap 1.70/);
    await userEvent.keyboard('{Enter}');
    const undo = button('Undo, back to 1.60');
    await expect.element(undo).toBeVisible();
    // The drawer takes the focus to its heading a moment after it shows.
    await expect.element(page.getByRole('heading', { name: 'Why did this bid change?' })).toHaveFocus();
    (undo.element() as HTMLElement).focus();
    const next = { ...clipped, decision_id: '30000000-0000-4000-8000-000000000009' };
    server.setResponse(`GET ${calls}/verdicts`, verdictsResponse(run(), [next]));
    server.setResponse('GET /api/asa/changes', responses['GET /api/asa/changes']);
    await expect.poll(() => reportLogged(id)).toBeGreaterThan(0);
    await expect.element(page.getByText('1 keyword checked, 1 raised, 0 at a cap, 0 skipped')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: /^Bids over time. sleep sounds from 1.40 to 1.70/ }))
      .toBeVisible();
    // What is explained stays open as it was, and so does the row.
    await expect.element(undo).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button(/^Clipped to the CPT bid cap 1.70/)).toHaveFocus();
  });

  it('is shown right after a raise too, when a run skips every keyword', async () => {
    const waiting = {
      ...clipped,
      verdict: 'skipped' as const,
      reason: 'not_settled' as const,
      computed: null,
      new: null,
    };
    await openAutomation('/7?app=1', {
      responses: { ...responses, [`GET ${calls}/verdicts`]: verdictsResponse(run(), [waiting]) },
    });
    await expect.element(page.getByText('1 keyword checked, 0 raised, 0 at a cap, 1 skipped')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: /^Bids over time. sleep sounds from 1.40 to 1.70/ }))
      .toBeVisible();
  });

  it('in shadow is only what would have been, until it is promoted', async () => {
    let now = rule({ mode: 'shadow' });
    const { server } = await openAutomation('/7?app=1', {
      responses: {
        [`GET ${calls}`]: () => rulesResponse(now),
        [`PUT ${calls}`]: () => {
          now = rule({ mode: 'live' });
          return { status: 'ok', change_id: 'c', automated_campaign: now };
        },
      },
    });
    await expect.element(page.getByText('Would raise')).toBeVisible();
    await tabTo('Promote to live');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => lastWrite(server.calls)?.body).toMatchObject({ id: 7, updates: { mode: 'live' } });
    await expect.element(button('Promote to live')).not.toBeInTheDocument();
    await expect.element(button('Dry run')).toHaveFocus();
  });
});
