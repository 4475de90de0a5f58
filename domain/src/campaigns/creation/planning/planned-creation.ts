import type { LinkedOrganization } from '../../../applications/application/application.state.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import type { CampaignSettings } from '../../campaign/campaign-settings.ts';
import type { CampaignPlan, CreationKind, PlannedKeyword, PlannedNegative } from '../creation-plan.ts';
import type { InvoiceDetails } from './checks.ts';
import { badKeywordsRefusal, type KeywordEntry, type KeywordFinding } from './keyword-list.ts';

/** What a checked request comes to. */
export interface PlannedCreation {
  readonly kind: CreationKind;
  readonly name: string;
  readonly campaigns: readonly CampaignPlan[];
  /** Index of the campaign that answers name. */
  readonly primary: number;
  readonly keywords: readonly PlannedKeyword[];
  readonly negatives: readonly PlannedNegative[];
  readonly duplicates: number;
  readonly invoice: InvoiceDetails | null;
  readonly warning: string | null;
}

/** The ad organization that pays. */
export type Payer = Pick<LinkedOrganization, 'currency' | 'payment_model'>;

/** A list as it is planned; copies stay in their places. */
export const plannedKeywords = (entries: readonly KeywordEntry[], campaign: number): PlannedKeyword[] =>
  entries.map(({ text, sent, copyOf }) => ({
    text,
    campaign,
    ...(sent === text ? {} : { sent }),
    ...(copyOf === undefined ? {} : { copy: true as const }),
  }));

/** Negatives without copies. */
export const plannedNegatives = (
  entries: readonly KeywordEntry[],
  scope: Omit<PlannedNegative, 'text' | 'sent' | 'after'>,
): PlannedNegative[] =>
  entries.flatMap(({ text, sent, copyOf }) =>
    copyOf === undefined ? [{ text, ...(sent === text ? {} : { sent }), ...scope }] : [],
  );

/** Negatives without copies; one whose text is bought by the same request waits for that keyword. */
export function negativesAfterKeywords(
  entries: readonly KeywordEntry[],
  keywords: readonly KeywordEntry[],
  scope: Omit<PlannedNegative, 'text' | 'sent' | 'after'>,
): PlannedNegative[] {
  const indexes = new Map(keywords.map(({ text, copyOf }, index) => [text, copyOf ?? index]));
  return plannedNegatives(entries, scope).map((negative) => {
    const after = indexes.get(negative.text);
    return after === undefined ? negative : { ...negative, after };
  });
}

export const copiesIn = (...lists: (readonly KeywordEntry[])[]): number =>
  lists.flat().filter(({ copyOf }) => copyOf !== undefined).length;

/** @throws DomainError `bad_keywords` when there are any. */
export function refuseBadKeywords(findings: readonly KeywordFinding[]): void {
  if (findings.length === 0) return;
  const { message, details } = badKeywordsRefusal(findings);
  throw new DomainError('bad_keywords', { message, responseFields: { details } });
}

/** A plan for a campaign that exists. */
export const existingPlan = (
  { campaign_id, name, countries }: Pick<CampaignSettings, 'campaign_id' | 'name' | 'countries'>,
  more: Partial<CampaignPlan>,
): CampaignPlan => ({
  campaign_id,
  name,
  kind: 'skag',
  countries: [...countries],
  daily_budget_micros: null,
  budget_micros: null,
  match: 'EXACT',
  bid_micros: null,
  cpa_goal_micros: null,
  device: null,
  audience: null,
  search_match: false,
  automation: false,
  broad_ad_group_id: null,
  ...more,
});
