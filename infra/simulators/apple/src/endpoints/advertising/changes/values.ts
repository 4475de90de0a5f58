import { z } from 'zod';
import { decimalsOf } from '../../../base/currency.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import { badRequest } from '../ads-api-error.ts';

/** Keywords, and negatives, that are not deleted, of one ad group; negatives of one campaign. */
export const MOST_KEYWORDS = 5_000;
const MOST_CHARACTERS = 80;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** @throws AdsApiError 400 for a body that is no object, or has fields that cannot be written */
export function objectBody(body: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const read = z.record(z.string(), z.unknown()).safeParse(body);
  if (!read.success) throw badRequest('An object is expected', '', 'INVALID_JSON');
  const unknown = Object.keys(read.data).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw badRequest('Invalid field', unknown, 'INVALID_ATTRIBUTE_TYPE');
  return read.data;
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
