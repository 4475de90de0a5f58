import { z } from 'zod';
import { decimalsOf } from '../../../base/currency.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { AdGroup, Campaign, Keyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { adGroupOf, campaignOf } from '../ads-api-context.ts';
import { type AdsApiError, type AdsApiErrorItem, badRequest, refusalOf } from '../envelope.ts';
import type { WriteCall } from './write-route.ts';

export const MOST_ROWS = 1_000;
/** Keywords, and negatives, that are not deleted,, of one ad group; negatives of one campaign. */
export const MOST_KEYWORDS = 5_000;
const MOST_CHARACTERS = 80;
const CONTROL_CHARACTER = /\p{Cc}/u;

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

/** @throws AdsApiError 400 for a body that is no object, or has fields that cannot be written */
export function objectBody(body: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const read = z.record(z.string(), z.unknown()).safeParse(body);
  if (!read.success) throw badRequest('An object is expected', '', 'INVALID_JSON');
  const unknown = Object.keys(read.data).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw badRequest('Invalid field', unknown, 'INVALID_ATTRIBUTE_TYPE');
  return read.data;
}

/** @throws AdsApiError 400 for a body that is no list, an empty one or one of more than 1,000 */
export function listBody(body: unknown): readonly unknown[] {
  if (!Array.isArray(body) || body.length === 0) throw badRequest('A list is expected', '', 'INVALID_JSON');
  if (body.length > MOST_ROWS) throw badRequest('More than 1000 items in one call', '', 'LIMIT_EXCEEDED');
  return body;
}

const money = z.object({ amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.string() });

/** An amount in the organization's currency. @throws AdsApiError 400 */
export function amountOf(value: unknown, currency: string, field: string): number {
  const read = money.safeParse(value);
  if (!read.success) throw badRequest('An amount with at most two decimals is expected', field, 'INVALID_AMOUNT');
  if (read.data.currency !== currency)
    throw badRequest(`The currency of the organization is ${currency}`, field, 'INVALID_CURRENCY');
  const decimals = read.data.amount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (decimals > decimalsOf(currency)) throw badRequest(`${currency} has no decimals`, field, 'INVALID_AMOUNT');
  return Number(read.data.amount);
}

/** @throws AdsApiError 400 for a bid under the least one, or over the campaign's daily budget */
export function bidOf(value: unknown, campaign: Campaign, field: string): number {
  const bid = amountOf(value, campaign.org.currency, field);
  if (bid < 0.01) throw badRequest('The bid is below the minimum of 0.01', field, 'INVALID_BID_AMOUNT');
  if (bid > campaign.dailyBudget)
    throw badRequest("The bid exceeds the campaign's daily budget", field, 'INVALID_BID_AMOUNT');
  return bid;
}

export function statusOf<Status extends string>(value: unknown, allowed: readonly Status[], field = 'status'): Status {
  const match = allowed.find((status) => status === value);
  if (match === undefined) throw badRequest(`${allowed.join(' or ')} is expected`, field, 'INVALID_ATTRIBUTE_TYPE');
  return match;
}

export function nameOf(value: unknown, most: number, field = 'name'): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '') throw badRequest('A name is required', field, 'MISSING_REQUIRED_FIELD');
  if (name.length > most) throw badRequest(`The name is longer than ${most} characters`, field, 'INVALID_INPUT');
  return name;
}

/** A keyword's text, without needless space. @throws AdsApiError 400 */
export function textOf(value: unknown, field: string): string {
  const text = typeof value === 'string' ? value.trim().replace(/ +/g, ' ') : '';
  const length = [...text].length;
  if (length === 0 || length > MOST_CHARACTERS || CONTROL_CHARACTER.test(text))
    throw badRequest(
      `A keyword has 1 to ${MOST_CHARACTERS} characters and no control characters`,
      field,
      'INVALID_KEYWORD',
    );
  return text;
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

/** The effect of setting some fields of an object. */
export function setting(
  campaign: Campaign,
  item: { readonly id: number },
  part: Readonly<Record<string, unknown>>,
): EffectOf<'set'> {
  const before = item as unknown as Readonly<Record<string, unknown>>;
  const was = Object.fromEntries(Object.keys(part).map((name) => [name, before[name]]));
  return { do: 'set', campaign: campaign.index, id: item.id, part: { ...part }, was };
}

export const currentKeywords = (adGroup: AdGroup, settings: SettingsInForce): readonly Keyword[] =>
  adGroup.keywords.map(settings.keyword).filter(({ deleted }) => !deleted);
