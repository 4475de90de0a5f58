import type { AdGroup, Campaign } from '../../../market/world/structure.ts';
import { type AdsApiError, type AdsApiErrorItem, badRequest, refusalOf } from '../../advertising/ads-api-error.ts';
import { adGroupOf, campaignOf } from '../../advertising/ads-api-site.ts';
import type { WriteCall } from './write-route.ts';

/** Of a list in one call. */
const MOST_ROWS = 1_000;

export const problem = (messageCode: string, message: string, field: string): AdsApiErrorItem => ({
  messageCode,
  message,
  field,
});

/** An object as it is at the moment, and what it was built as. @throws AdsApiError 404, or 400 when it is deleted */
export function currentCampaign({ api, organization, path, settings }: WriteCall): { built: Campaign; now: Campaign } {
  const built = campaignOf(api, organization, path.campaignId);
  const now = settings.campaign(built);
  if (now.deleted) throw badRequest('The campaign is deleted and cannot be changed.', 'id', 'INVALID_STATE');
  return { built, now };
}

export function currentAdGroup(call: WriteCall): { campaign: Campaign; built: AdGroup; now: AdGroup } {
  const campaign = currentCampaign(call);
  const built = adGroupOf(campaign.built, call.path.adGroupId);
  const now = call.settings.adGroup(built);
  if (now.deleted) throw badRequest('The ad group is deleted and cannot be changed.', 'id', 'INVALID_STATE');
  return { campaign: campaign.now, built, now };
}

/** @throws AdsApiError 400 for a body that is no list, an empty one or one of more than 1,000 */
export function listBody(body: unknown): readonly unknown[] {
  if (!Array.isArray(body) || body.length === 0) throw badRequest('A list is expected', '', 'INVALID_JSON');
  if (body.length > MOST_ROWS) throw badRequest('More than 1000 items in one call', '', 'LIMIT_EXCEEDED');
  return body;
}

/**
 * Reads every row of a list.
 * @throws AdsApiError 400 with one entry for each wrong row, or one that names none if the fault says so
 */
export function readRows<Row>(
  call: WriteCall,
  rows: readonly unknown[],
  read: (row: unknown, index: number) => Row,
): Row[] {
  const wrong: AdsApiErrorItem[] = [];
  const good: Row[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      good.push(read(row, index));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      wrong.push(...error.items);
    }
  }
  if (wrong.length === 0) return good;
  throw refusalOf(400, reportedProblems(call, wrong));
}

export const reportedProblems = (
  { faults }: WriteCall,
  items: readonly AdsApiErrorItem[],
): readonly AdsApiErrorItem[] =>
  faults.bulkRefusals === 'named' ? items : items.slice(0, 1).map((item) => ({ ...item, field: '' }));

const isRefusal = (error: unknown): error is AdsApiError => error instanceof Error && 'items' in error;
