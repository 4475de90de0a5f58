import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { billingStatus, paying, planList, plans, subscription } from '../../../testing/fixtures/billing-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportTeamChange } from '../../../testing/live.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const statusCall = 'GET /api/billing/status';
const changeCall = 'POST /api/billing/change_plan';

const open = (status: object, options: ScreenOptions & { query?: string } = {}) =>
  openScreen(`/client/payments${options.query ?? ''}`, {
    ...options,
    responses: { [statusCall]: status, 'GET /api/billing/plans': planList, ...options.responses },
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const slider = () => page.getByRole('slider', { name: 'Plan' });
const writes = (calls: readonly StandInCall[]) => writesOf(calls).map(({ url, body }) => [url.pathname, body]);
const text = (words: string | RegExp) => expect.element(page.getByText(words)).toBeVisible();

describe('a plan is bought', () => {
  it('by keys: the one that fits is chosen first, prices follow slider and period, the card form is another page', async () => {
    const left = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, address } = await open(billingStatus(), {
      responses: { 'POST /api/billing/checkout': { status: 'ok', checkout_url: '/checkout#ticket' } },
    });
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '40,000 installs per month');
    const chooser = page.getByRole('region', { name: 'Choose a plan' });
    await expect.element(chooser.getByText('$117')).toBeVisible();
    await text('billed $1,399 once a year');
    await text('Save 41%');
    const bar = page.getByRole('progressbar', { name: 'Installs this month' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '27,412 of 40,000');
    await text('68 % used, all applications');
    await tabTo('Plan');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '100,000 installs per month');
    await text('billed $2,099 once a year');
    await userEvent.keyboard('{Home}');
    await page.getByRole('radio', { name: 'Monthly', exact: true }).click();
    await expect.element(chooser.getByText('$99')).toBeVisible();
    await expect.poll(address).toBe('/client/payments?plan=2&period=monthly');
    await tabTo('Subscribe');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => left.mock.calls).toEqual([['/checkout#ticket', '_self']]);
    expect(writes(server.calls)).toEqual([['/api/billing/checkout', { plan: 2, period: 'monthly' }]]);
    left.mockRestore();
  });

  it('and starts when the provider has reported the payment, never by the address alone', async () => {
    const { server, address } = await open(billingStatus(), { query: '?checkout=done' });
    await text('Payment received. Your plan starts in a moment.');
    await expect.element(button('Subscribe')).toHaveAttribute('aria-disabled', 'true');
    server.setResponse(
      'GET /api/account',
      sessionResponse(account({ paidUntil: '2031-01-01T00:00:00.000Z' }), [application()]),
    );
    server.setResponse(statusCall, paying());
    await text('40,000 installs a month, annual');
    await expect.element(page.getByText(/Payment received/)).not.toBeInTheDocument();
    await expect.poll(address).toBe('/client/payments');
    // The menu follows: its badge is that of the new account.
    await expect.element(page.getByText(/paid days left/)).toBeVisible();
  });

  it('not while the provider is off, nor in the demo, which says whom to ask', async () => {
    const { server } = await open(billingStatus({ provider: 'off' }));
    await expect.element(button('Subscribe')).toHaveAttribute('title', 'Payments are not set up on this server.');
    (button('Subscribe').element() as HTMLElement).click();
    expect(writes(server.calls)).toEqual([]);
    const demo = { 'GET /api/account': sessionResponse(account({ demo: true }), [application()]) };
    const screen = await open(billingStatus({ trialExpirationDate: null }), { responses: demo });
    await button('Subscribe').click();
    const dialog = page.getByRole('dialog', { name: "You're on a demo account." });
    const link = dialog.getByRole('link', { name: 'Contact sales' });
    await expect.element(link).toHaveAttribute('href', 'mailto:sales@tapwise.example');
    expect(writes(screen.server.calls)).toEqual([]);
  });
});

describe('a subscription', () => {
  it('shows what it costs next and what was paid, is paused at once, and restarted without a charge', async () => {
    const until = '2027-11-01T12:00:00.000Z';
    const { server } = await open(paying(), {
      responses: {
        'POST /api/billing/pause_subscription': { status: 'ok', queued: true },
        'POST /api/billing/restart_subscription': { status: 'ok', queued: false },
      },
    });
    await text('Next payment: $1,399.00 on 1 Nov 2027.');
    await expect.element(page.getByRole('row', { name: '1 Nov 2026 $1,399.00 Paid' })).toBeVisible();
    for (const [name, href] of [
      ['Update card', 'https://provider.example/card'],
      ['Cancel subscription', 'https://provider.example/cancel'],
    ] as const) {
      const link = page.getByRole('link', { name });
      await expect.element(link).toHaveAttribute('href', href);
      await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    await expect.element(page.getByText(/days left|payment required/)).toBeVisible();
    await button('Pause subscription').click();
    await text(/Your request is kept and carried out when it answers/);
    await expect.element(button('Pause subscription')).toHaveAttribute('aria-disabled', 'true');
    const pausing = { plan: 3, period: 'annual', paused_from: until } as const;
    server.setResponse(
      statusCall,
      paying({ activeSubscription: null, pausedSubscription: pausing, nextBillDate: null }),
    );
    await text('Paused. Your plan stays until 1 Nov 2027.');
    await expect.element(button('Subscribe')).toHaveAttribute('aria-disabled', 'true');
    await button('Restart subscription').click();
    await text('Your request is being carried out.');
    server.setResponse(statusCall, paying());
    await text('Next payment: $1,399.00 on 1 Nov 2027.');
    expect(writes(server.calls)).toEqual([
      ['/api/billing/pause_subscription', {}],
      ['/api/billing/restart_subscription', {}],
    ]);
  });

  it('that has reached its pause asks before it charges again, and says why it could not', async () => {
    const pausedSubscription = { plan: 3, period: 'annual', paused_from: '2026-10-01T12:00:00.000Z' } as const;
    const { server } = await open(paying({ activeSubscription: null, pausedSubscription }), {
      responses: {
        'POST /api/billing/restart_subscription': () => failure(409, 'Choose a plan to start again.', 'conflict'),
      },
    });
    await text(/Paused since 1 Oct 2026/);
    await button('Restart subscription').click();
    const dialog = page.getByRole('alertdialog', { name: 'Restart subscription?' });
    await expect.element(dialog).toHaveTextContent('$1,399 plus tax is charged to your card');
    await expect.element(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
    expect(writes(server.calls)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restart subscription' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a plan to start again.');
  });

  it('that changes elsewhere shows it as soon as the server reports it', async () => {
    const { server } = await open(paying());
    await text('Next payment: $1,399.00 on 1 Nov 2027.');
    const until = '2027-11-01T12:00:00.000Z';
    const ending = { plan: 3, period: 'annual' } as const;
    const stopped = { activeSubscription: null, nextBillDate: null, endingSubscription: ending };
    server.setResponse(statusCall, paying({ ...stopped, cancels_at: until }));
    const notice = page.getByText('Your plan ends on 1 Nov 2027 and does not renew.');
    // The page connects on its own time; by itself it would ask again after 20 seconds.
    await expect
      .poll(
        async () => {
          await reportTeamChange();
          return notice.elements().length;
        },
        { timeout: 5_000 },
      )
      .toBe(1);
    await expect.element(page.getByRole('heading', { name: /40,000 installs a month, annual/ })).toBeVisible();
    server.setResponse(statusCall, paying(stopped));
    await reportTeamChange();
    await text('Cancelled. Your plan stays until 1 Nov 2027.');
    await expect.element(page.getByRole('heading', { name: /40,000 installs a month, annual/ })).toBeVisible();
    // The same plan may be bought again.
    await expect.element(button('Subscribe')).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('that is paused says until when it is served and when it goes on', async () => {
    const pausedSubscription = { plan: 3, period: 'annual', paused_from: '2026-10-01T12:00:00.000Z' } as const;
    const paused = { activeSubscription: null, pausedSubscription, nextBillDate: null };
    await open(paying({ ...paused, paidUntil: '2030-11-01T12:00:00.000Z' }));
    await text('Paused since 1 Oct 2026. Your plan stays until 1 Nov 2030. Nothing is charged until you restart.');
    await open(paying({ ...paused, paidUntil: '2026-10-01T12:00:00.000Z', resumes_at: '2031-01-01T12:00:00.000Z' }));
    await text(
      'Paused since 1 Oct 2026. Your paid time ended on 1 Oct 2026. It restarts on 1 Jan 2031 and is charged then.',
    );
  });

  it('changes its plan after a preview in the provider’s amounts, which a refusal leaves open', async () => {
    const amounts = {
      now: { amount: -120.5, currency: 'USD' },
      next: { amount: 99, currency: 'USD', at: '2026-12-01T12:00:00.000Z' },
    };
    const refusal = 'The payment failed. Your plan is unchanged.';
    const { server } = await open(paying(), {
      responses: {
        [changeCall]: ({ body }: StandInCall) =>
          (body as { preview: boolean }).preview ? { status: 'ok', ...amounts } : failure(409, refusal, 'conflict'),
      },
    });
    await expect.element(button('Change plan')).toHaveAttribute('title', 'This is your plan.');
    await page.getByRole('radio', { name: 'Monthly' }).click();
    await tabTo('Plan');
    await userEvent.keyboard('{ArrowLeft}');
    await button('Change plan').click();
    const dialog = page.getByRole('dialog', { name: 'Change plan?' });
    await expect.element(dialog).toHaveTextContent('Charged now$120.50 creditNext payment, 1 Dec 2026$99.00');
    await expect.element(dialog).toHaveTextContent('This month already has 27,412 installs, more than this plan.');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(refusal);
    server.setResponse(changeCall, { status: 'ok', queued: false });
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    server.setResponse(statusCall, paying({ activeSubscription: subscription({ plan: 2, period: 'monthly' }) }));
    await text('10,000 installs a month, monthly');
    expect(writes(server.calls)).toEqual(
      [true, false, false].map((preview) => ['/api/billing/change_plan', { plan: 2, period: 'monthly', preview }]),
    );
  });

  it('whose card failed says so with the way to another card, and cannot be paused or changed', async () => {
    const activeSubscription = subscription({ status: 'past_due' });
    const until = '2026-12-01T12:00:00.000Z';
    const issue = { activeSubscription, hasBillingIssues: true, nextBillDate: until };
    const { server } = await open(
      paying({ ...issue, usage: { month: '2026-11', installs: 100_001, limit: 40_000, last_month: 0 } }),
    );
    const words = 'We were unable to process your payment, please update your card info';
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent(`${words}. Your service continues until 1 Dec 2026.`);
    await expect.element(alert.getByRole('link', { name: 'Update card' })).toBeVisible();
    await text(/This month has more installs than your plan/);
    for (const name of ['Pause subscription', 'Change plan']) {
      if (name === 'Change plan') await page.getByRole('radio', { name: 'Monthly' }).click();
      const control = name === 'Change plan' ? button('Subscribe') : button(name);
      await expect.element(control).toHaveAttribute('title', 'Please update your card first.');
      (control.element() as HTMLElement).click();
    }
    expect(writes(server.calls)).toEqual([]);
  });

  it('is shown from what is known while the provider is away; the end of a trial is said', async () => {
    const away = { provider: 'unavailable', nextPaymentAmount: null, cancelURL: null, updateURL: null } as const;
    await open(paying(away));
    await text('Next payment on 1 Nov 2027.');
    await text(/The payment provider does not answer now/);
    await expect.element(page.getByRole('link', { name: 'Cancel subscription' })).not.toBeInTheDocument();
    await open(billingStatus({ trialExpirationDate: '2026-10-31T12:00:00.000Z', service: 'ended' }));
    await text('Your trial ended on 31 Oct 2026. Choose a plan.');
  });
});

it('Payments is for admins: others have no entry and are led to Reports; a failure can be tried again', async () => {
  const member = { 'GET /api/account': sessionResponse(account({ access: 'member' }), [application()]) };
  const { server, address } = await open(billingStatus(), { responses: member });
  await expect.poll(address).toMatch(/^\/client\/reports/);
  expect(server.calls.some(({ url }) => url.pathname === '/api/billing/status')).toBe(false);
  await expect.element(page.getByRole('link', { name: 'Payments' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/trial days left/)).toBeVisible();
  expect(document.querySelector('nav [data-badge]')?.tagName).toBe('DIV');

  const broken = () => failure(500, 'broken', 'internal');
  const screen = await open(broken, { responses: { [statusCall]: broken } });
  await text('Internal server error. We will fix it soon.');
  screen.server.setResponse(statusCall, billingStatus());
  await button('Retry').click();
  await expect.element(slider()).toBeVisible();
  expect(plans).toHaveLength(3);
});

it('Payments has no accessibility fault in either theme, with dialogs open, and fits a phone', async () => {
  const issue = { activeSubscription: subscription({ status: 'past_due' }), hasBillingIssues: true } as const;
  await open(paying(issue));
  await expect.element(slider()).toBeVisible();
  await expectAccessible('a failed payment');
  await open(billingStatus());
  await expect.element(slider()).toBeVisible();
  const badge = page.getByRole('link', { name: /trial days left/ });
  await expect.element(badge).toHaveAttribute('href', '/client/payments');
  await expectAccessible('the trial');
  await open(paying(), { responses: { [changeCall]: () => failure(409, 'no', 'conflict') } });
  await page.getByRole('radio', { name: 'Monthly' }).click();
  await button('Change plan').click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessible('a preview', '[role="dialog"]');
  await open(paying(), { width: 390, height: 844 });
  await expect.element(slider()).toBeVisible();
  expectFits();
});
