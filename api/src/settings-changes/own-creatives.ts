import type { CreativesResponse } from '@tapwise/contract';
import type { CreativesState } from '@tapwise/domain';
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
export function creativesResponse({ creatives, pages, picked }: CreativesState): CreativesResponse {
  const listed = [...creatives.values()].map(({ creative_id: id, name, valid }) => {
    return { id, name, state: valid ? ('VALID' as const) : ('INVALID' as const) };
  });
  const unpicked = pages.filter(({ product_page_id }) => !picked.has(product_page_id));
  return {
    status: 'ok',
    creatives: [{ id: 0, name: 'Default' }, ...listed],
    pages: unpicked.map(({ product_page_id: id, name }) => ({ id, name })),
  };
}
