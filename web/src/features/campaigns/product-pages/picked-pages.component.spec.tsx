import { adGroupsCppsResponseSchema, type CreativesResponse, creativesResponseSchema } from '@tapwise/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { campaignNames } from '../../../testing/fixtures/chart-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure } from '../../../testing/stand-in-server.ts';

const unused = [
  { id: 'page-1', name: 'Spring' },
  { id: 'page-2', name: 'Store listing' },
];
const listed = (part: Partial<CreativesResponse>) =>
  creativesResponseSchema.parse({
    status: 'ok',
    creatives: [
      { id: 0, name: 'Default' },
      { id: 91, name: 'Winter', state: 'VALID' },
    ],
    pages: [],
    pending: [],
    ...part,
  });

const open = () =>
  openScreen('/client/management/tools/cpp/manage', {
    responses: {
      'GET /api/asa/campaign_names': campaignNames([{ id: 501, name: 'US Brand', installs: 0 }]),
      'GET /api/asa/ad_groups_cpps': adGroupsCppsResponseSchema.parse({ status: 'ok', ad_groups: [] }),
      'GET /api/asa/creatives': listed({ pages: unused }),
    },
  });
const list = (name: string) => page.getByRole('list', { name });
const item = (name: string) => list('Pages of this app').getByRole('listitem').filter({ hasText: name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('pages that no ad uses are picked by keys; they say that Apple looks at them, until they can be used', async () => {
  const { server } = await open();
  await button('1 page').click();
  const unticked = button('Make 0 pages usable');
  await expect.element(unticked).toHaveAttribute('aria-disabled', 'true');
  await expect.element(unticked).toHaveAttribute('title', 'Choose pages first');
  await expectAccessible('pages to pick', '[role="dialog"]');
  (page.getByRole('checkbox', { name: 'Spring' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  server.setResponse('POST /api/asa/creatives', () =>
    failure(409, 'Which Apple Ads account is this?', 'apple_ads_not_connected'),
  );
  await button('Make 1 page usable').click();
  await expect.element(page.getByText('Which Apple Ads account is this?')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Spring' })).toBeChecked();

  const pending = listed({ pages: unused.slice(1), pending: unused.slice(0, 1) });
  server.setResponse('GET /api/asa/creatives', pending);
  server.setResponse('POST /api/asa/creatives', pending);
  (button('Make 1 page usable').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Spring')).toHaveTextContent('Apple looks at it');
  await expect.element(page.getByText('1 page sent to Apple')).toBeVisible();
  expect(writesOf(server.calls).at(-1)?.body).toEqual({
    application_id: 1,
    asa_organization_id: 40,
    product_page_ids: ['page-1'],
  });
  await expect.element(list('Pages of this app')).toHaveFocus();
  await expect.element(list('Pages that no ad uses yet')).toHaveTextContent('Store listing');
  await expectAccessible('a pending page', '[role="dialog"]');

  const creatives = [...pending.creatives, { id: 93, name: 'Spring', state: 'VALID' as const }];
  server.setResponse('GET /api/asa/creatives', listed({ creatives, pages: unused.slice(1) }));
  await expect.element(item('Spring')).toHaveTextContent('Can be used');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('2 pages')).toHaveFocus();
});
