import {
  campaignsOf,
  DomainError,
  isDeletedObject,
  type LabelChange,
  type LabelWish,
  missingObjectText,
  type OpenApplication,
  objectOfKey,
} from '@tapwise/domain';
import { presentCampaigns, type SettingsContext } from '../settings-context.ts';

type Wish = Omit<LabelWish, 'deleted'>;

/** What a change of labels needs to know of the objects it names. */
export type LabelledObjects = Pick<LabelChange, 'rows' | 'campaigns' | 'settings_currency'>;

/**
 * Looks up the objects that wishes name.
 * @throws DomainError `not_integrated`; `not_found` with every object that is not the application's, the same for one that does not exist.
 */
export async function labelledObjects(
  settingsContext: SettingsContext,
  application: OpenApplication,
  wishes: readonly Wish[],
): Promise<LabelledObjects> {
  if (application.organizations.length === 0) throw new DomainError('not_integrated');
  const campaigns = await presentCampaigns(settingsContext, campaignsOf(wishes.map(({ key }) => key)));
  const currencies = new Map(application.organizations.map(({ org_id, currency }) => [org_id, currency]));
  const organizations = new Map<number, number>();
  const rows: LabelWish[] = [];
  const missing: { key: string; field: string; message: string }[] = [];
  for (const wish of wishes) {
    const object = objectOfKey(wish.key);
    const state = campaigns.get(object.campaignId)?.state;
    const isOwn = state?.campaign?.adam_id === application.adam_id && currencies.has(state.org_id ?? 0);
    const message = missingObjectText(isOwn ? state : undefined, object);
    if (state === undefined || message !== undefined) {
      missing.push({ key: wish.key, field: 'label', message: message ?? 'Campaign not found' });
      continue;
    }
    organizations.set(object.campaignId, state.org_id ?? 0);
    rows.push({ ...wish, deleted: isDeletedObject(state, object) });
  }
  const [first] = missing;
  if (first !== undefined) throw new DomainError('not_found', { message: first.message, rows: missing });
  const [orgId = 0, ...others] = new Set(organizations.values());
  return {
    rows,
    campaigns: [...organizations].map(([campaign_id, org_id]) => ({ campaign_id, org_id })),
    settings_currency: others.length === 0 ? (currencies.get(orgId) ?? null) : null,
  };
}
