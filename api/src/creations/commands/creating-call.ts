import { readCsv } from '@tapwise/adapters';
import type {
  discoveryCampaignBodySchema,
  discoveryKeywordsBodySchema,
  filterDiscoveryBodySchema,
  skagCampaignBodySchema,
  skagCampaignBulkBodySchema,
  skagKeywordsBodySchema,
} from '@tapwise/contract';
import {
  blockPurchased,
  type CampaignState,
  type CreationCall,
  DomainError,
  type EntryLimits,
  type Payer,
  type PlannedCreation,
  planDiscoveryCampaign,
  planDiscoveryKeywords,
  planFilteredTerms,
  planSkagCampaign,
  planSkagKeywords,
  planTemplate,
  purchaseWarning,
  readInvoice,
  refuseTemplate,
  requireExistingCampaign,
  templateSeparator,
} from '@tapwise/domain';
import { campaignNames } from '@tapwise/projections/queries';
import type { z } from 'zod';
import { entryLimits } from '../../settings-changes/entry-limits.ts';
import { ownCampaign } from '../../settings-changes/own-campaign.ts';
import { presentCampaigns } from '../../settings-changes/settings-context.ts';
import { type PlanContext, purchasedTexts } from './purchased-texts.ts';

/** A call that creates: checks its body, nothing else. @throws DomainError for a body that cannot be carried out. */
export interface CreatingCall<Body> {
  readonly call: CreationCall;
  readonly plan: (context: PlanContext, body: Body) => Promise<PlannedCreation>;
  /** Its answer waits for the end, as callers do who never ask again. */
  readonly waitsForEnd?: true;
}

export const skagCampaignCall: CreatingCall<z.infer<typeof skagCampaignBodySchema>> = {
  call: 'skag_campaign',
  plan: async ({ target, settingsContext }, body) =>
    planSkagCampaign(body, target.organization, entryLimits(settingsContext.deps)),
};

/** What SKAG campaigns beside it buy is blocked in a discovery campaign. */
export const discoveryCampaignCall: CreatingCall<z.infer<typeof discoveryCampaignBodySchema>> = {
  call: 'discovery_campaign',
  plan: async (context, body) => {
    const plan = planDiscoveryCampaign(body, context.target.organization, entryLimits(context.settingsContext.deps));
    const countries = plan.campaigns.flatMap((campaign) => campaign.countries);
    return blockPurchased(plan, await purchasedTexts(context, plan, countries));
  },
};

export const skagCampaignBulkCall: CreatingCall<z.infer<typeof skagCampaignBulkBodySchema>> = {
  call: 'skag_campaign_bulk',
  plan: async ({ target, settingsContext }, body) =>
    readTemplateFile(body, target.organization, entryLimits(settingsContext.deps)),
};

const mostTemplateBytes = 2 * 1024 * 1024;

function readTemplateFile(
  { template, locInvoiceDetails }: z.infer<typeof skagCampaignBulkBodySchema>,
  payer: Payer,
  limits: EntryLimits,
): PlannedCreation {
  const text = template ?? '';
  if (text.trim() === '') refuse('Template is required');
  if (Buffer.byteLength(text) > mostTemplateBytes) throw new DomainError('payload_too_large');
  const invoice = readInvoice(payer.payment_model, locInvoiceDetails);
  // What UTF-16 becomes where it is taken for another encoding.
  if (/[\0\uFFFD]/.test(text)) refuseTemplate('The template is not text in UTF-8');
  const separator = templateSeparator(text.replace(/^\uFEFF/, ''));
  const lines = readCsv(text, separator);
  if (lines === undefined) return refuseTemplate('The template is not a CSV file: a quote is not closed');
  return { ...planTemplate(lines, separator === ';', payer, limits), invoice };
}

export const skagKeywordsCall: CreatingCall<z.infer<typeof skagKeywordsBodySchema>> = {
  call: 'skag_keywords',
  waitsForEnd: true,
  plan: async (context, body) =>
    planSkagKeywords(body, await existingCampaign(context, body.campaign_id), context.target.organization.currency),
};

export const discoveryKeywordsCall: CreatingCall<z.infer<typeof discoveryKeywordsBodySchema>> = {
  call: 'discovery_keywords',
  plan: async (context, body) =>
    planDiscoveryKeywords(
      body,
      await existingCampaign(context, body.campaign_id),
      context.target.organization.currency,
    ),
};

export const filterDiscoveryCall: CreatingCall<z.infer<typeof filterDiscoveryBodySchema>> = {
  call: 'filter_discovery',
  plan: async (context, body) => {
    const discovery = await existingCampaign(context, body.discovery_campaign_id, 'Discovery campaign is required');
    const skag = await existingCampaign(context, body.skag_campaign_id, 'SKAG campaign is required');
    const plan = planFilteredTerms(body, { discovery, skag }, context.target.organization.currency);
    const warning = plan.keywords.length === 0 ? null : purchaseWarning(plan, skag, await statesBeside(context));
    return { ...plan, warning };
  },
};

/** All campaigns of the application that have keywords. */
async function statesBeside({ settingsContext, target }: PlanContext): Promise<CampaignState[]> {
  const scope = { orgId: target.organization.org_id, adamId: target.application.adam_id };
  const ids = (await campaignNames(settingsContext.deps.tables, scope, true)).map(({ id }) => id);
  return [...(await presentCampaigns(settingsContext, ids)).values()].map(({ state }) => state);
}

/** The campaign a call adds to. @throws DomainError `invalid_request`, `not_found`. */
async function existingCampaign(
  { settingsContext, target }: PlanContext,
  campaignId: number | string | null | undefined,
  missing = 'Campaign is required',
) {
  if (campaignId == null) refuse(missing);
  return requireExistingCampaign((await ownCampaign(settingsContext, target, Number(campaignId))).state);
}

function refuse(message: string): never {
  throw new DomainError('invalid_request', { message });
}
