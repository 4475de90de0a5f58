import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { creation, creationsResponse, requestIds } from '../../../testing/fixtures/creation-fixtures.ts';
import { countriesLtv } from '../../../testing/fixtures/store-fixtures.ts';
import { writeResponse, writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never, type StandInCall } from '../../../testing/stand-in-server.ts';

const call = 'POST /api/asa/skag_campaign';
const open = (path: string, options: ScreenOptions = {}) =>
  openScreen(path, {
    ...options,
    responses: {
      'GET /api/asa/creations': creationsResponse(creation()),
      'GET /api/application/countries_ltv': countriesLtv([]),
      [call]: never,
      ...options.responses,
    },
  });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const progress = () => page.getByText('1,000 of 2,297 keywords').first();

describe('what is being created', () => {
  it('is shown on every screen, asked for by its offset, and its end is reported with the way to it', async () => {
    const { server, reload, address } = await open('/client/countries');
    await expect.element(progress()).toBeVisible();
    await reload();
    await expect.element(progress()).toBeVisible();
    await button(/^Jobs\s+1,000 of 2,297 keywords\s+1\s+running$/).click();
    const jobs = page.getByRole('dialog', { name: 'Jobs' });
    await expect.element(jobs.getByRole('progressbar', { name: 'US · SKAG · Autumn' })).toBeVisible();
    await expectAccessible('jobs', '[role="dialog"]');
    await userEvent.keyboard('{Escape}');
    const details = {
      keywords: ['a', 'b'],
      negativeKeywords: [],
      reasons: ['a', 'b'].map((text) => ({
        list: 'keywords',
        text,
        message: 'Against the policy',
        code: 'refused_by_apple',
      })),
    };
    const end = {
      status: 'ok',
      request_id: requestIds.a,
      campaign_id: 901,
      created: 2288,
      skipped: 0,
      duplicates: 7,
      details,
      warning: '2 keywords were refused by Apple',
    };
    let requestCount = 0;
    const done = creation({ state: 'completed', offset: 2297, created: 2288, ended_at: '2026-11-23T10:03:04.000Z' });
    server.setResponse(call, () => {
      requestCount += 1;
      if (requestCount === 1)
        return { status: 'ok', request_id: requestIds.a, campaign_id: 901, offset: 1025, total: 2297 };
      server.setResponse('GET /api/asa/creations', creationsResponse(done));
      return end;
    });
    await reload();
    await expect.element(page.getByText('Campaign successfully created')).toBeVisible();
    await expect.element(page.getByText('2 keywords were refused by Apple')).toBeVisible();
    const bodies = writesOf(server.calls).map(({ body }) => body);
    const question = { application_id: 1, asa_organization_id: 40, request_id: requestIds.a, campaign_id: 901 };
    expect(bodies.slice(-2)).toEqual([
      { ...question, offset: 1000 },
      { ...question, offset: 1025 },
    ]);
    await button('Jobs').click();
    await expect.element(page.getByText('2,288 created, 7 repeat others').first()).toBeVisible();
    await page.getByRole('link', { name: 'Open Campaign tools' }).click();
    await button('Details US · SKAG · Autumn').click();
    await expect
      .element(page.getByRole('list', { name: '2 keywords were refused by Apple' }))
      .toHaveTextContent('Against the policy');
    await expectAccessible('what Apple refused', 'main');
    await button('Open in Reports US · SKAG · Autumn').click();
    const urlParams = () => Object.fromEntries(new URL(address(), location.origin).searchParams);
    await expect.poll(urlParams).toMatchObject({ app: '1', org: '40', campaign_id: '901' });
    expect(address()).toContain('/client/reports?');
  });

  it('is cancelled, continued, or its campaign deleted after a question', async () => {
    const { server } = await open('/client/management/tools', { theme: 'dark' });
    await expect.element(page.getByRole('region', { name: 'US · SKAG · Autumn' })).toHaveTextContent('43 %');
    await expectAccessible('a running creation');
    const cancelled = creation({ state: 'cancelled', offset: 1025 });
    server.setResponse('POST /api/asa/creations/cancel', { status: 'ok', creation: cancelled });
    server.setResponse('GET /api/asa/creations', creationsResponse(cancelled));
    await button('Cancel US · SKAG · Autumn').click();
    await expect
      .element(page.getByText('Cancelled at 1,025 of 2,297 keywords. The campaign stays paused.'))
      .toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, request_id: requestIds.a });

    server.setResponse(
      'DELETE /api/asa/campaigns',
      failure(409, 'A creation is running in this campaign', 'creation_running'),
    );
    await button('Delete campaign US · SKAG · Autumn').click();
    const question = page.getByRole('alertdialog');
    await expect
      .element(question)
      .toHaveTextContent('Delete?You will lose all historical data collected.US · SKAG · Autumn');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('A creation is running in this campaign')).toBeVisible();
    server.setResponse('DELETE /api/asa/campaigns', ({ body }: StandInCall) => writeResponse(body, {}));
    await button('Delete campaign US · SKAG · Autumn').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('US · SKAG · Autumn was deleted')).toBeVisible();
    expect(writesOf(server.calls).at(-1)).toMatchObject({ method: 'DELETE', body: { campaign_ids: [901] } });

    const again = creation({ offset: 1025 });
    server.setResponse('POST /api/asa/creations/continue', { status: 'ok', creation: again });
    server.setResponse('GET /api/asa/creations', creationsResponse(again));
    await button('Continue US · SKAG · Autumn').click();
    await expect.element(page.getByText('1,025 of 2,297 keywords').last()).toBeVisible();
  });

  it('says what holds it up and why it failed', async () => {
    const held = creationsResponse(
      creation({ state: 'stopped' }),
      creation({ request_id: requestIds.b, kind: 'keywords', name: 'US Brand', state: 'queued', offset: 0, total: 40 }),
    );
    await open('/client/management/tools', {
      width: 390,
      height: 844,
      responses: { 'GET /api/asa/creations': held, 'POST /api/asa/skag_campaign/keyword': never },
    });
    await expect.element(page.getByText(/Stopped by Stop all. It continues automatically/)).toBeVisible();
    await expect.element(page.getByText(/The workflow engine is away. Nothing is lost/)).toBeVisible();
    await expectAccessible('held up', 'main');
    expectFits();
    const failed = creation({ state: 'failed', error_message: 'The app is not eligible' });
    await open('/client/management/tools', { responses: { 'GET /api/asa/creations': creationsResponse(failed) } });
    await expect.element(page.getByText('The app is not eligible')).toBeVisible();
    await expect.element(button('Continue US · SKAG · Autumn')).toBeVisible();
  });
});
