import { DomainError } from '../../../shared/domain-error.ts';
import type { EntryLimits } from '../../change/checks/entry-limits.ts';
import type { CampaignPlan } from '../creation-plan.ts';
import {
  checkKeywordLimit,
  checkNegativeLimit,
  type EnteredAmount,
  type EnteredInvoice,
  mostNegatives,
  readAudience,
  readBid,
  readBudget,
  readCountries,
  readDailyBudget,
  readDevice,
  readGoal,
  readInvoice,
  readName,
  refuse,
} from './checks.ts';
import { badKeywords, type EnteredList, type KeywordEntry, readKeywordList } from './keyword-list.ts';
import {
  copiesIn,
  type Payer,
  type PlannedCreation,
  plannedKeywords,
  plannedNegatives,
  refuseBadKeywords,
} from './planned-creation.ts';
import { readTemplate, type TemplateLine } from './template.ts';

/** A campaign as it was entered. */
interface EnteredCampaign {
  readonly name?: string | null | undefined;
  readonly countries?: readonly string[] | null | undefined;
  readonly budget_amount?: EnteredAmount;
  readonly daily_budget_amount?: EnteredAmount;
  readonly cpt?: EnteredAmount;
  readonly cpa?: EnteredAmount;
  readonly keywords?: EnteredList;
  readonly negative_keywords?: EnteredList;
  readonly locInvoiceDetails?: EnteredInvoice | null | undefined;
  readonly automation_enabled?: boolean | null | undefined;
}

interface EnteredSkagCampaign extends EnteredCampaign {
  readonly devices?: string | null | undefined;
  readonly audience?: string | null | undefined;
}

interface EnteredDiscoveryCampaign extends EnteredCampaign {
  readonly search_match?: boolean | null | undefined;
}

/** A campaign with an exact keyword in each ad group. @throws DomainError `invalid_request`, `unknown_country`, `bad_keywords`. */
export function planSkagCampaign(entered: EnteredSkagCampaign, payer: Payer, limits: EntryLimits): PlannedCreation {
  const { campaign, keywords, negatives } = readCampaign(entered, payer, {
    limits,
    emptyMessage: 'Enter at least one keyword',
  });
  const plan: CampaignPlan = {
    ...campaign,
    kind: 'skag',
    match: 'EXACT',
    search_match: false,
    device: readDevice(entered.devices),
    audience: readAudience(entered.audience),
    automation: entered.automation_enabled === true,
  };
  return planOf(plan, { keywords, negatives }, entered, payer);
}

/**
 * A campaign that finds search terms: broad keywords in one ad group, Search Match in another.
 * @throws DomainError `invalid_request`, `unknown_country`, `bad_keywords`.
 */
export function planDiscoveryCampaign(
  entered: EnteredDiscoveryCampaign,
  payer: Payer,
  limits: EntryLimits,
): PlannedCreation {
  const search_match = entered.search_match ?? true;
  const emptyMessage = search_match ? null : 'Enter at least one keyword or turn on Search Match';
  const { campaign, keywords, negatives } = readCampaign(entered, payer, { limits, emptyMessage });
  const plan: CampaignPlan = {
    ...campaign,
    kind: 'discovery',
    match: 'BROAD',
    search_match,
    device: null,
    audience: null,
    automation: entered.automation_enabled ?? true,
  };
  return planOf(plan, { keywords, negatives }, entered, payer);
}

/**
 * Blocks texts that are bought elsewhere in a discovery campaign, as far as there is room for negatives.
 * @param texts Those that matter most first; none is among the plan's negatives.
 */
export function blockPurchased(plan: PlannedCreation, texts: readonly string[]): PlannedCreation {
  const room = roomForNegatives(plan);
  const left = texts.length - room;
  const warning =
    left > 0
      ? `${left.toLocaleString('en-US')} keywords that are bought already are not blocked: a campaign has at most 5,000 negative keywords`
      : null;
  const blocked = texts.slice(0, room).map((text) => ({ text, campaign: 0, ad_group_id: null }));
  return { ...plan, warning, negatives: [...plan.negatives, ...blocked] };
}

/** How many more negatives the campaign of a plan may have. */
export const roomForNegatives = ({ negatives }: PlannedCreation): number => mostNegatives - negatives.length;

/** What both kinds of campaigns are checked for, in the order in which a person is told. */
function readCampaign(
  entered: EnteredCampaign,
  { currency }: Payer,
  { limits, emptyMessage }: { readonly limits: EntryLimits; readonly emptyMessage: string | null },
) {
  const name = readName(entered.name, limits);
  const countries = readCountries(entered.countries);
  const daily_budget_micros = readDailyBudget(entered.daily_budget_amount, currency);
  const keywords = readKeywordList(entered.keywords);
  const negatives = readKeywordList(entered.negative_keywords);
  if (keywords.length === 0 && emptyMessage !== null) refuse(emptyMessage);
  checkKeywordLimit(keywords);
  checkNegativeLimit(negatives);
  const bid_micros = readBid(entered.cpt, daily_budget_micros, currency);
  const cpa_goal_micros = readGoal(entered.cpa, currency);
  const budget_micros = readBudget(entered.budget_amount, daily_budget_micros, { currency, limits });
  const campaign = {
    campaign_id: null,
    name,
    countries,
    daily_budget_micros,
    budget_micros,
    bid_micros,
    cpa_goal_micros,
    broad_ad_group_id: null,
  };
  return { campaign, keywords, negatives };
}

function planOf(
  campaign: CampaignPlan,
  { keywords, negatives }: { readonly keywords: readonly KeywordEntry[]; readonly negatives: readonly KeywordEntry[] },
  { locInvoiceDetails }: EnteredCampaign,
  { payment_model }: Payer,
): PlannedCreation {
  const invoice = readInvoice(payment_model, locInvoiceDetails);
  refuseBadKeywords(badKeywords({ keywords, negatives }));
  return {
    kind: campaign.kind,
    name: campaign.name,
    campaigns: [campaign],
    primary: 0,
    invoice,
    warning: null,
    keywords: plannedKeywords(keywords, 0),
    negatives: plannedNegatives(negatives, { campaign: 0, ad_group_id: null }),
    duplicates: copiesIn(keywords, negatives),
  };
}

/** Faults of a template that a refusal names. */
const mostFaults = 200;

/** @throws DomainError `bad_template` for a file that cannot be used as a whole. */
export function refuseTemplate(message: string): never {
  throw new DomainError('bad_template', { message, responseFields: { lines: [] } });
}

/**
 * Several campaigns from the records of a template.
 * @throws DomainError `bad_template` with the lines that cannot be used; `invalid_request` for the invoice.
 */
export function planTemplate(
  lines: readonly TemplateLine[],
  decimalComma: boolean,
  { currency }: Payer,
  limits: EntryLimits,
): Omit<PlannedCreation, 'invoice'> {
  const read = readTemplate(lines, { decimalComma, currency, limits });
  if (read.kind === 'unusable') return refuseTemplate(read.message);
  if (read.kind === 'faults') {
    const count = new Set(read.faults.map(({ line }) => line)).size;
    throw new DomainError('bad_template', {
      message: `The template has errors in ${count} lines`,
      responseFields: { lines: read.faults.slice(0, mostFaults) },
    });
  }
  const { campaigns, keywords, negatives, duplicates } = read;
  const [first] = campaigns;
  const name = campaigns.length === 1 ? (first?.name ?? '') : `${first?.name} and ${campaigns.length - 1} more`;
  // Campaigns are built one after the other, and the list is counted in that order.
  const inOrder = keywords.toSorted((left, right) => left.campaign - right.campaign);
  return { kind: 'bulk', name, campaigns, primary: 0, keywords: inOrder, negatives, duplicates, warning: null };
}
