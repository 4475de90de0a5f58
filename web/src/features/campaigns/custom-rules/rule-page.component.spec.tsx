import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { logRow, logsResponse, rulesResponse } from '../../../testing/fixtures/automation-fixtures.ts';
import { change, changesResponse } from '../../../testing/fixtures/chart-fixtures.ts';
import {
  conflictsResponse,
  customRule,
  customRun,
  customVerdictsResponse,
} from '../../../testing/fixtures/custom-rule-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportLogged } from '../../../testing/live.ts';
import { button, calls, lastSaved } from '../../../testing/screens/open-automation.ts';
import { openCustomRules } from '../../../testing/screens/open-custom-rules.ts';
import { failure, never } from '../../../testing/stand-in-server.ts';

const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

describe('the page of a rule that people wrote', () => {
  it('says its cases in words, what the run decided about each unit, and why nothing happened', async () => {
    const { address } = await openCustomRules('/9');
    await expect.element(page.getByText(/^CPA 7d above 4.00: lower the bid by 10 %, not under 0.30$/)).toBeVisible();
    await expect.element(page.getByText(/84 keywords, 4 joined, 1 left · version 3/)).toBeVisible();
    await expect.element(rowOf('sleep tracker')).toHaveTextContent('Lowered11.201.08CPA 5.12 above 4.00');
    await expect.element(rowOf('rain on tent')).toHaveTextContent('No data11.40–Needs 3 more installs');
    await expect.element(rowOf('deep sleep')).toHaveTextContent('On hold');
    await expect.element(rowOf('white noise machines')).toHaveTextContent('Turning');
    await expect.element(page.getByText('2 keywords without any figure are not listed')).toBeVisible();
    await expectAccessible('a rule');
    await tabTo(/^CPA 5.12/);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const why = page.getByRole('complementary', { name: 'Why did nothing happen?' });
    await expect.element(why.getByRole('heading', { name: 'Why did nothing happen?' })).toHaveFocus();
    await expect.poll(address).toContain('key=501');
    const results = [...document.querySelectorAll('aside [data-result]')].map(
      (line) => `${line.getAttribute('data-result')} ${line.querySelector('strong')?.textContent}`,
    );
    expect(results).toEqual(['false CPA above 4.00', 'false CPA below 2.74', 'true Share 7 d below 60.00 %']);
    await expect.element(why.getByText('0.58 short')).toBeVisible();
    await expectAccessible('why', 'aside');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: /^CPA 3.42, not above 4.00/ })).toHaveFocus();
  });

  it('explains a bid from its cell at the run that changed it', async () => {
    const key = '501:601:7';
    const logs = logsResponse(logRow({ key: '501:601:8', run_id: 'newer' }), logRow({ key, run_id: 'changed' }));
    const { address } = await openCustomRules(`?app=1&panel=why&key=${key}&by=Rule+Bids+by+CPA`, {
      responses: { 'GET /api/asa/automated_campaign_logs': logs },
    });
    await expect.poll(address).toBe(`/client/automation/9?app=1&key=${encodeURIComponent(key)}&run=changed`);
  });

  it('draws what a run changed when it has logged it', async () => {
    const id = 72;
    const { server } = await openCustomRules(`/9?app=${id}`, {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ id })]) },
    });
    await expect.element(page.getByText('This rule has raised and lowered nothing in the last 30 days')).toBeVisible();
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const lowered = change(day, 'cpt_bid', { old: 1.2, new: 1.08, actor: 'Rule Bids by CPA', actor_kind: 'rule' });
    server.setResponse('GET /api/asa/changes', changesResponse([lowered], ['cpt_bid']));
    await expect.poll(() => reportLogged(id)).toBeGreaterThan(0);
    await expect.element(page.getByRole('img', { name: '0 raised, 1 lowered in 30 days' })).toBeVisible();
  });

  it('resumes what waits, and restores a version', async () => {
    const { server } = await openCustomRules('/9', { theme: 'dark' });
    await page.getByRole('button', { name: /^Raised and lowered in turns/ }).click();
    await button('Resume').click();
    await expect.element(page.getByText('The rule may change it again')).toBeVisible();
    expect(lastSaved(server.calls)?.url.pathname).toBe(`${calls}/resume`);
    server.setResponse(`POST ${calls}/restore`, {
      status: 'ok',
      change_id: 'c',
      automated_campaign: customRule({ version: 4 }),
      version: 4,
      warnings: [],
    });
    await button('Versions').click();
    const versions = page.getByRole('complementary', { name: 'Versions of Bids by CPA' });
    await expect.element(versions.getByText('Case 1, condition 1: value 4.50 → 4.00').first()).toBeVisible();
    await expectAccessible('versions', 'aside');
    await versions.getByRole('button', { name: 'Restore version 1' }).click();
    await expect.element(page.getByText('Version 1 is restored as a new version')).toBeVisible();
    expect(lastSaved(server.calls)?.body).toEqual({ application_id: 1, id: 9, version: 1 });
  });

  it('shows a held run with what it would change, and releases it', async () => {
    const held = { would: 61, judged: 74, until: '2026-11-22T08:03:00.000Z' };
    const { server } = await openCustomRules('/9', {
      width: 320,
      responses: { [`GET ${calls}/verdicts`]: customVerdictsResponse(customRun({ state: 'held', held })) },
    });
    await expect
      .element(page.getByText(/Would change 61 of 74 keywords, more than 50 %. Look at it first./))
      .toBeVisible();
    expectFits();
    await button('Run held changes').click();
    await expect.element(page.getByText('The held changes are evaluated again and made')).toBeVisible();
    expect(lastSaved(server.calls)?.body).toEqual({ application_id: 1, id: 9, run_id: customRun().run_id });
  });

  it('says what is the matter: no run yet, no complete data, a failure, no answer yet', async () => {
    const verdicts = `GET ${calls}/verdicts`;
    await openCustomRules('/9', { responses: { [verdicts]: customVerdictsResponse(null, []) } });
    await expect.element(page.getByRole('heading', { name: 'No run yet' })).toBeVisible();
    const message = 'No complete data: Apple Ads complete until 8 Nov';
    const left = customRun({ state: 'no_complete_data', counts: null, days: null, message, without_figures: null });
    await openCustomRules('/9', { responses: { [verdicts]: customVerdictsResponse(left, []) } });
    await expect.element(page.getByText(message)).toBeVisible();
    await openCustomRules('/9', { responses: { [verdicts]: () => failure(500, 'x') } });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    await openCustomRules('/9', { responses: { [verdicts]: never } });
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
    await openCustomRules('/9', { responses: { [`GET ${calls}`]: rulesResponse() } });
    await expect.element(page.getByRole('heading', { name: 'This rule does not exist any more' })).toBeVisible();
  });
});

describe('conflicts of rules', () => {
  it('are pairs with their changes, what goes up and down, and rules without effect', async () => {
    await openCustomRules('');
    await button('Conflicts').click();
    await expect.element(page.getByRole('heading', { name: 'Bids by CPA and Raise SKAG core' })).toBeVisible();
    await expect.element(page.getByText('Bid of 11 units; 2 match both now')).toBeVisible();
    await expect.element(page.getByText(/Bid changed direction 3 times; left alone until 4 Dec/)).toBeVisible();
    await expect.element(page.getByText('sleep sounds in US Generic')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'sleep sounds US Generic' }).first()).toBeVisible();
    await expect.element(page.getByText(/has not matched anything since 20 Oct/)).toBeVisible();
    await expect.element(page.getByText(/all of its units are in "Raise SKAG core", which comes first/)).toBeVisible();
    await expectAccessible('conflicts');
    const none = conflictsResponse({ pairs: [], oscillating: [], never_matched: [], covered: [] });
    await openCustomRules('/conflicts', {
      width: 320,
      theme: 'dark',
      responses: { [`GET ${calls}/conflicts`]: none },
    });
    await expect.element(page.getByRole('heading', { name: 'No rules pull against each other' })).toBeVisible();
    expectFits();
    await openCustomRules('/conflicts', { responses: { [`GET ${calls}/conflicts`]: () => failure(500, 'x') } });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
  });
});

describe('the back-test of a rule', () => {
  const { days, counts } = customRun();
  const slot = { slot: '2026-11-20T09', at: '2026-11-20T08:00:00.000Z', as_known: true, days, counts };
  const slots = [
    { ...slot, verdicts: customVerdictsResponse().verdicts },
    { ...slot, slot: '2026-11-21T09', at: '2026-11-21T08:00:00.000Z', as_known: false, verdicts: [] },
  ];
  const tested = { status: 'ok', slots, totals: counts, notes: ['No market response is simulated.'] };

  it('says run by run what it would have decided, and is reached and left by keys', async () => {
    const { server } = await openCustomRules('/9', { responses: { [`POST ${calls}/backtest`]: tested } });
    await tabTo('Back-test');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Back-test of Bids by CPA' });
    await dialog.getByRole('button', { name: 'Run back-test' }).click();
    await expect.element(dialog.getByText('2 runs, 1 change')).toBeVisible();
    await expect.element(dialog.getByText('Not known then')).toBeVisible();
    await dialog.getByRole('button', { name: 'Show decisions of 20 Nov, 09:00' }).click();
    await expect.element(dialog.getByText('Needs 3 more installs')).toBeVisible();
    await dialog.getByRole('button', { name: 'Show decisions of 21 Nov, 09:00' }).click();
    await expect.element(dialog.getByText('Nothing would have been changed, on hold or limited')).toBeVisible();
    expect(lastSaved(server.calls)?.body).toMatchObject({ application_id: 1, id: 9 });
    await expectAccessible('a back-test', '[role="dialog"]');
    await page.viewport(480, 900);
    await expectAccessible('a back-test on a phone', '[role="dialog"]');
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Back-test')).toHaveFocus();
  });

  it('can be cancelled, says what went wrong, and that there was no run', async () => {
    const none = { ...tested, slots: [] };
    const replies = [() => never(), () => failure(500, 'x'), () => failure(503, 'x')];
    await openCustomRules('/9', { responses: { [`POST ${calls}/backtest`]: () => replies.shift()?.() ?? none } });
    await button('Back-test').click();
    const dialog = page.getByRole('dialog', { name: 'Back-test of Bids by CPA' });
    const start = dialog.getByRole('button', { name: 'Run back-test' });
    await start.click();
    await expect.element(dialog.getByText(/^Evaluating/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel back-test' }).click();
    await expect.element(dialog.getByText('The back-test was cancelled')).toBeVisible();
    await start.click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await start.click();
    await expect.element(dialog.getByText('There is no room for another back-test right now.')).toBeVisible();
    await start.click();
    await expect.element(dialog.getByText('The rule has no run in this range')).toBeVisible();
  });
});
