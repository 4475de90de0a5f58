import { readCsv } from '@tapwise/adapters';
import type {
  discoveryCampaignBodySchema,
  skagCampaignBodySchema,
  skagCampaignBulkBodySchema,
} from '@tapwise/contract';
import {
  badKeywords,
  type CampaignPlan,
  checkKeywordLimit,
  checkNegativeLimit,
  DomainError,
  readAudience,
  readBid,
  readBudget,
  readCampaignCountries,
  readDailyBudget,
  readDevice,
  readGoal,
  readInvoice,
  readKeywordList,
  readName,
  readTemplate,
  templateSeparator,
} from '@tapwise/domain';
import type { z } from 'zod';
import { boughtTexts } from './bought-texts.ts';
import {
  type CreatingCall,
  type CreationPlan,
  copiesIn,
  type PlanContext,
  plannedKeywords,
  plannedNegatives,
  refuseBadKeywords,
} from './creation-plan.ts';

type SkagBody = z.infer<typeof skagCampaignBodySchema>;
type DiscoveryBody = z.infer<typeof discoveryCampaignBodySchema>;
type BulkBody = z.infer<typeof skagCampaignBulkBodySchema>;

const refuse = (message: string): never => {
  throw new DomainError('invalid_request', { message });
};

export const skagCampaignCall: CreatingCall<SkagBody> = {
  call: 'skag_campaign',
  plan: async ({ target: { organization } }, body) => {
    const { currency, payment_model } = organization;
    const name = readName(body.name);
    const countries = readCampaignCountries(body.countries);
    const daily = readDailyBudget(body.daily_budget_amount, currency);
    const keywords = readKeywordList(body.keywords);
    const negatives = readKeywordList(body.negative_keywords);
    if (keywords.length === 0) refuse('Enter at least one keyword');
    checkKeywordLimit(keywords);
    checkNegativeLimit(negatives);
    const bid = readBid(body.cpt, daily, currency);
    const goal = readGoal(body.cpa, currency);
    const budget = readBudget(body.budget_amount, daily, currency);
    const plan: CampaignPlan = {
      campaign_id: null,
      name,
      kind: 'skag',
      countries,
      daily_budget_micros: daily,
      budget_micros: budget,
      match: 'EXACT',
      bid_micros: bid,
      cpa_goal_micros: goal,
      search_match: false,
      broad_ad_group_id: null,
      device: readDevice(body.devices),
      audience: readAudience(body.audience),
      automation: body.automation_enabled === true,
    };
    const invoice = readInvoice(payment_model, body.locInvoiceDetails);
    refuseBadKeywords(badKeywords({ keywords, negatives }));
    return {
      kind: 'skag',
      name,
      campaigns: [plan],
      primary: 0,
      invoice,
      warning: null,
      keywords: plannedKeywords(keywords, 0),
      negatives: plannedNegatives(negatives, { campaign: 0, ad_group_id: null }),
      duplicates: copiesIn(keywords, negatives),
    };
  },
};

/** Negatives of a campaign at most; what the server adds beyond that is left out. */
const mostNegatives = 5000;

export const discoveryCampaignCall: CreatingCall<DiscoveryBody> = {
  call: 'discovery_campaign',
  plan: async (context, body) => {
    const { currency, payment_model } = context.target.organization;
    const name = readName(body.name);
    const countries = readCampaignCountries(body.countries);
    const daily = readDailyBudget(body.daily_budget_amount, currency);
    const keywords = readKeywordList(body.keywords);
    const negatives = readKeywordList(body.negative_keywords);
    const search_match = body.search_match ?? true;
    if (keywords.length === 0 && !search_match) refuse('Enter at least one keyword or turn on Search Match');
    checkKeywordLimit(keywords);
    checkNegativeLimit(negatives);
    const bid = readBid(body.cpt, daily, currency);
    const goal = readGoal(body.cpa, currency);
    const budget = readBudget(body.budget_amount, daily, currency);
    const invoice = readInvoice(payment_model, body.locInvoiceDetails);
    refuseBadKeywords(badKeywords({ keywords, negatives }));
    const plan: CampaignPlan = {
      campaign_id: null,
      name,
      kind: 'discovery',
      countries,
      daily_budget_micros: daily,
      budget_micros: budget,
      match: 'BROAD',
      bid_micros: bid,
      cpa_goal_micros: goal,
      search_match,
      broad_ad_group_id: null,
      device: null,
      audience: null,
      automation: body.automation_enabled ?? true,
    };
    const enteredNegatives = plannedNegatives(negatives, { campaign: 0, ad_group_id: null });
    const enteredTexts = new Set(enteredNegatives.map(({ text }) => text));
    const room = mostNegatives - enteredNegatives.length;
    const bought = await boughtTexts(context, countries, { without: enteredTexts, room });
    const left = bought.length - room;
    const warning =
      left > 0
        ? `${left.toLocaleString('en-US')} keywords that are bought already are not blocked: a campaign has at most 5,000 negative keywords`
        : null;
    return {
      kind: 'discovery',
      name,
      campaigns: [plan],
      primary: 0,
      invoice,
      warning,
      keywords: plannedKeywords(keywords, 0),
      negatives: [
        ...enteredNegatives,
        ...bought.slice(0, room).map((text) => ({ text, campaign: 0, ad_group_id: null })),
      ],
      duplicates: copiesIn(keywords, negatives),
    };
  },
};

const mostTemplateBytes = 2 * 1024 * 1024;

export const skagCampaignBulkCall: CreatingCall<BulkBody> = {
  call: 'skag_campaign_bulk',
  plan: async (context, body) => planTemplate(context, body),
};

function planTemplate(
  { target: { organization } }: PlanContext,
  { template, locInvoiceDetails }: BulkBody,
): CreationPlan {
  const text = template ?? '';
  if (text.trim() === '') refuse('Template is required');
  if (Buffer.byteLength(text) > mostTemplateBytes) throw new DomainError('payload_too_large');
  const invoice = readInvoice(organization.payment_model, locInvoiceDetails);
  const unusable = (message: string): never => {
    throw new DomainError('bad_template', { message, responseFields: { lines: [] } });
  };
  // What UTF-16 becomes where it is taken for another encoding.
  if (/[\0\uFFFD]/.test(text)) unusable('The template is not text in UTF-8');
  const separator = templateSeparator(text.replace(/^\uFEFF/, ''));
  const lines = readCsv(text, separator);
  if (lines === undefined) return unusable('The template is not a CSV file: a quote is not closed');
  const read = readTemplate(lines, { decimalComma: separator === ';', currency: organization.currency });
  if (read.kind === 'unusable') return unusable(read.message);
  if (read.kind === 'faults') {
    const count = new Set(read.faults.map(({ line }) => line)).size;
    throw new DomainError('bad_template', {
      message: `The template has errors in ${count} lines`,
      responseFields: { lines: read.faults.slice(0, 200) },
    });
  }
  const { campaigns, keywords, negatives, duplicates } = read;
  const [first] = campaigns;
  const name = campaigns.length === 1 ? (first?.name ?? '') : `${first?.name} and ${campaigns.length - 1} more`;
  // Campaigns are built one after the other, and the list is counted in that order.
  const inOrder = keywords.toSorted((left, right) => left.campaign - right.campaign);
  return {
    kind: 'bulk',
    name,
    campaigns,
    primary: 0,
    keywords: inOrder,
    negatives,
    duplicates,
    invoice,
    warning: null,
  };
}
