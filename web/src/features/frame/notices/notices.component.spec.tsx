import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { notice, noticesResponse, readNotices } from '../../../testing/fixtures/notice-fixtures.ts';
import { countriesLtv } from '../../../testing/fixtures/store-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { sendNotice } from '../../../testing/live.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/notices';
const older = notice({ id: readNotices(1, 2)[0]?.id ?? '', severity: 'normal', text: 'No new data in Moonvale' });
const open = (options: ScreenOptions = {}) =>
  openScreen('/client/countries', {
    ...options,
    responses: {
      [call]: noticesResponse([notice(), older]),
      'POST /api/asa/notices/read': { status: 'ok' },
      'GET /api/application/countries_ltv': countriesLtv([]),
      ...options.responses,
    },
  });
const lastRead = ({ calls }: OpenScreen['server']) =>
  writesOf(calls).findLast(({ url }) => url.pathname === '/api/asa/notices/read');
/** Also while its panel hides all else from assistive technology. */
const bell = (unread: number) =>
  page.getByRole('button', { name: `Notices, ${unread} unread`, exact: true, includeHidden: true });
const surface = page.getByRole('dialog', { name: 'Notices' });
const list = page.getByRole('dialog').getByRole('list');

describe('the bell', () => {
  it('counts what is unread, and is worked by keys: a notice is marked read, all are, one is followed', async () => {
    const { server, address } = await open();
    await expect.element(bell(2)).toBeVisible();
    await tabTo('Notices, 2 unread');
    await userEvent.keyboard('{Enter}');
    await expect.element(list).toHaveTextContent(/Tracking gap in Moonvale.*No new data in Moonvale/);
    await expectAccessible('notices', 'body');
    await tabTo('Mark read: No new data in Moonvale');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => lastRead(server)?.body).toEqual({ ids: [older.id] });
    await userEvent.keyboard('{Escape}');
    await expect.element(bell(1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await tabTo(/^Tracking gap/);
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/client/automation/alerts/12?app=1');
    expect(lastRead(server)?.body).toEqual({ ids: [notice().id] });
    await expect.element(bell(0)).toBeVisible();
  });

  it('shows a notice when it comes, and what was read on another page as read', async () => {
    await open({ responses: { [call]: noticesResponse([]) } });
    await expect.element(bell(0)).toBeVisible();
    // The page may not listen yet; the same notice twice is one.
    await expect
      .poll(async () => {
        await sendNotice({ unread: 1, notice: notice() });
        return bell(1).query();
      })
      .not.toBeNull();
    await bell(1).click();
    await expect.element(list).toHaveTextContent('Tracking gap in Moonvale');
    await sendNotice({ unread: 0, notice: notice({ read: true }) });
    await expect.element(bell(0)).toBeInTheDocument();
    await expect.element(list.getByText('Unread')).not.toBeInTheDocument();
  });

  it('marks all read, and says when the server did not take it', async () => {
    const { server } = await open({ theme: 'dark' });
    await bell(2).click();
    await surface.getByRole('button', { name: 'Mark all read' }).click();
    await expect.poll(() => lastRead(server)?.body).toEqual({ all: true });
    await expect.element(bell(0)).toBeInTheDocument();
    await expectAccessible('all read in the dark', 'body');
    await open({ responses: { 'POST /api/asa/notices/read': failure(500, 'x') } });
    await bell(2).click();
    await surface.getByRole('button', { name: 'Mark all read' }).click();
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    await expect.element(bell(2)).toBeInTheDocument();
  });

  it('shows older ones a page at a time', async () => {
    const first = readNotices(50);
    await open({
      responses: {
        [call]: ({ url }: { url: URL }) =>
          noticesResponse(url.searchParams.get('before') === first.at(-1)?.id ? readNotices(3, 900) : first),
      },
    });
    await bell(0).click();
    await surface.getByRole('button', { name: 'Show older' }).click();
    await expect.element(list.getByText('Notice 902')).toBeInTheDocument();
    await expect.element(surface.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('says that there are none, that they are loading, and why they could not be loaded', async () => {
    await open({ responses: { [call]: noticesResponse([]) } });
    await bell(0).click();
    await expect.element(surface.getByText('No notices')).toBeVisible();
    await open({ responses: { [call]: never } });
    await bell(0).click();
    await expect.element(surface.getByText('Loading...')).toBeVisible();
    const { server } = await open({ responses: { [call]: () => failure(500, 'x') } });
    await bell(0).click();
    await expect.element(surface.getByRole('alert')).toHaveTextContent('Internal server error. We will fix it soon.');
    server.setResponse(call, noticesResponse([notice()]));
    await surface.getByRole('button', { name: 'Retry' }).click();
    await expect.element(list).toHaveTextContent('Tracking gap in Moonvale');
  });

  it('is there for restricted members, and fits beside all else on a narrow screen', async () => {
    const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
    await open({ responses: { 'GET /api/account': restricted } });
    await expect.element(bell(2)).toBeVisible();
    await open({ width: 320, height: 640 });
    await expect.element(bell(2)).toBeVisible();
    expectFits();
    expect(page.getByRole('button', { name: 'Help' }).element().getBoundingClientRect().right).toBeLessThanOrEqual(320);
    await bell(2).click();
    await expect.element(list).toHaveTextContent('Tracking gap in Moonvale');
    expectFits();
  });
});
