import { isCountryCode } from '../../../shared/country-codes.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { amountText } from '../../../shared/money/amount.ts';
import { bidsSetMessage, type CampaignSettings, setsBidsItself } from '../../campaign/campaign-settings.ts';
import { barsMessage, type EntryLimits, hasBar, totalBudgetMessage } from '../../change/checks/entry-limits.ts';
import { readWish } from '../../change/checks/value-rules.ts';
import type { KeywordEntry } from './keyword-list.ts';

/** An amount as it was entered. */
export type EnteredAmount = number | string | null | undefined;

/** Most keywords of a campaign, existing and new. */
export const mostKeywords = 5000;
/** Most negatives of a campaign, and of an ad group. */
export const mostNegatives = 5000;
const mostNameCharacters = 200;

/** @throws DomainError `invalid_request` with the sentence. */
export function refuse(message: string): never {
  throw new DomainError('invalid_request', { message });
}

/** @throws DomainError unless there is a name. */
export function readName(name: string | null | undefined, { barsInNames }: EntryLimits): string {
  const text = name?.trim() ?? '';
  if (text === '') refuse('Name is required');
  if ([...text].length > mostNameCharacters) refuse('Name must be at most 200 characters');
  if (/\p{Cc}/u.test(text)) refuse('Name contains characters that are not allowed');
  if (!barsInNames && hasBar(text)) refuse(barsMessage);
  return text;
}

/** Codes in upper case, each once, in order. */
export function readCountries(codes: readonly string[] | null | undefined): string[] {
  const countries = [...new Set((codes ?? []).map((code) => code.trim().toUpperCase()))].filter(Boolean).sort();
  if (countries.length === 0) refuse('Select at least one country');
  if (!countries.every(isCountryCode)) throw new DomainError('unknown_country');
  return countries;
}

const micros = (
  field: 'cpt_bid' | 'cpa_goal' | 'budget' | 'daily_cap',
  wish: EnteredAmount,
  currency: string,
): number => {
  const read = readWish({ key: '1', field, wish: wish ?? null }, currency);
  if ('text' in read) refuse(read.text);
  return Number(read.value);
};
const isSet = (wish: EnteredAmount): wish is number | string => wish !== undefined && wish !== null && wish !== '';

/** Budgets in micros. @param wish As they were entered. */
export const readDailyBudget = (wish: EnteredAmount, currency: string): number => micros('daily_cap', wish, currency);

/** @returns `null` without one. */
export function readBudget(
  wish: EnteredAmount,
  dailyMicros: number,
  { currency, limits }: { readonly currency: string; readonly limits: EntryLimits },
): number | null {
  if (!isSet(wish)) return null;
  if (!limits.totalBudgets) refuse(totalBudgetMessage);
  const total = micros('budget', wish, currency);
  if (dailyMicros >= total) refuse(`Daily budget must be below the lifetime budget (${amountText(total, currency)})`);
  return total;
}

/** @param dailyMicros Daily budget of the campaign; `null` where it is not known. */
export function readBid(wish: EnteredAmount, dailyMicros: number | null, currency: string): number {
  const bid = micros('cpt_bid', wish, currency);
  if (dailyMicros !== null && bid > dailyMicros) {
    refuse(`Bid must not exceed the daily budget (${amountText(dailyMicros, currency)})`);
  }
  return bid;
}

/** The bid of keywords that are added to a campaign. @throws DomainError where the ad service sets its bids. */
export function readAddedBid(
  wish: EnteredAmount,
  campaign: Pick<CampaignSettings, 'bidding_strategy' | 'daily_budget_micros'>,
  currency: string,
): number {
  if (setsBidsItself(campaign)) refuse(bidsSetMessage);
  return readBid(wish, campaign.daily_budget_micros, currency);
}

export const readGoal = (wish: EnteredAmount, currency: string): number | null =>
  isSet(wish) ? micros('cpa_goal', wish, currency) : null;

/** A choice that may be left out. */
function readChoice<const Choice extends string>(
  entered: string | null | undefined,
  choices: readonly Choice[],
  otherwise: string,
): Choice | null {
  if (entered === null || entered === undefined || entered === '') return null;
  return choices.find((choice) => choice === entered.toLowerCase()) ?? refuse(otherwise);
}

export const readDevice = (entered: string | null | undefined): 'iphone' | 'ipad' | null =>
  readChoice(entered, ['iphone', 'ipad'], 'Devices must be iphone, ipad or empty');
export const readAudience = (entered: string | null | undefined): 'new' | 'returning' | null =>
  readChoice(entered, ['new', 'returning'], 'Audience must be new, returning or empty');

/** Who is invoiced; asked for only where the organization pays on account. */
export interface EnteredInvoice {
  readonly buyerName?: string | null | undefined;
  readonly buyerEmail?: string | null | undefined;
  readonly billingContactEmail?: string | null | undefined;
}

/** Who is invoiced. */
export interface InvoiceDetails {
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly billingContactEmail: string;
}

/** @returns `null` where there is no invoice. */
export function readInvoice(
  paymentModel: string | null,
  entered: EnteredInvoice | null | undefined,
): InvoiceDetails | null {
  if (paymentModel !== 'LOC') return null;
  const required = (text: string | null | undefined, message: string): string => text?.trim() || refuse(message);
  return {
    buyerName: required(entered?.buyerName, 'Buyer name is required'),
    buyerEmail: required(entered?.buyerEmail, 'Buyer email is required'),
    billingContactEmail: required(entered?.billingContactEmail, 'Billing contact email is required'),
  };
}

/** @param existingCount Keywords that the campaign has already. */
export function checkKeywordLimit(entries: readonly KeywordEntry[], existingCount = 0): void {
  const count = existingCount + entries.filter(({ copyOf }) => copyOf === undefined).length;
  if (count > mostKeywords) refuse(`Too many keywords: ${count.toLocaleString('en-US')}, at most 5,000`);
}

/** Negatives of one campaign, or of one ad group. */
export function checkNegativeLimit(entries: readonly KeywordEntry[]): void {
  const count = entries.filter(({ copyOf }) => copyOf === undefined).length;
  if (count > mostNegatives) refuse(`Too many negative keywords: ${count.toLocaleString('en-US')}, at most 5,000`);
}
