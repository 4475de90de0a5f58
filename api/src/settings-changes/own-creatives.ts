import type { CreativesResponse } from '@tapwise/contract';
import type { CreativesState, UnusedPage } from '@tapwise/domain';
import type { ChangeTarget } from './change-target.ts';
import type { SettingsContext } from './settings-context.ts';

/** Pages that ads of an application can use in an organization, as they were read last. */
export async function ownCreatives(
  { creatives }: SettingsContext,
  { application, organization }: ChangeTarget,
): Promise<CreativesState> {
  await creatives.caughtUp;
  return creatives.of(application.application_id, organization.org_id);
}

/** Pages as calls list them, after the default one. */
export function creativesResponse({ creatives, pages, picked, open }: CreativesState): CreativesResponse {
  // What the last reading listed as unused and was picked since; the next one ends once the ad service has looked at it.
  const pending = open ? pages.filter(({ product_page_id }) => picked.has(product_page_id)) : [];
  const pendingIds = new Set(pending.map(({ product_page_id }) => product_page_id));
  const settled = [...creatives.values()].filter(
    ({ valid, product_page_id }) => valid || product_page_id === null || !pendingIds.has(product_page_id),
  );
  const listed = settled.map(({ creative_id: id, name, valid }) => {
    return { id, name, state: valid ? ('VALID' as const) : ('INVALID' as const) };
  });
  const usable = new Set(settled.map(({ product_page_id }) => product_page_id));
  return {
    status: 'ok',
    creatives: [{ id: 0, name: 'Default' }, ...listed],
    pages: pages.filter(({ product_page_id }) => !picked.has(product_page_id)).map(pageOf),
    pending: pending.filter(({ product_page_id }) => !usable.has(product_page_id)).map(pageOf),
  };
}

const pageOf = ({ product_page_id: id, name }: UnusedPage) => ({ id, name });
