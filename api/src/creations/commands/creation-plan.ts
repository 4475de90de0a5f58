import type { Application } from '@tapwise/contract';
import type { CampaignPlan, CreationCall, CreationKind, PlannedKeyword, PlannedNegative } from '@tapwise/domain';
import { badKeywordsRefusal, DomainError, type KeywordEntry, type KeywordFinding } from '@tapwise/domain';
import type { ChangeTarget } from '../../settings-changes/change-target.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';

/** What a checked request comes to. */
export interface CreationPlan {
  readonly kind: CreationKind;
  readonly name: string;
  readonly campaigns: readonly CampaignPlan[];
  /** Place of the campaign that answers name. */
  readonly primary: number;
  readonly keywords: readonly PlannedKeyword[];
  readonly negatives: readonly PlannedNegative[];
  readonly duplicates: number;
  readonly invoice: Application['locInvoiceDetails'];
  readonly warning: string | null;
}

export interface PlanContext {
  readonly settingsContext: SettingsContext;
  readonly target: ChangeTarget;
}

/** A call that creates: checks its body, nothing else. @throws DomainError for a body that cannot be carried out. */
export interface CreatingCall<Body> {
  readonly call: CreationCall;
  readonly plan: (context: PlanContext, body: Body) => Promise<CreationPlan>;
  /** Its answer waits for the end, as callers do who never ask again. */
  readonly waitsForEnd?: true;
}

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

export const copiesIn = (...lists: (readonly KeywordEntry[])[]): number =>
  lists.flat().filter(({ copyOf }) => copyOf !== undefined).length;

/** @throws DomainError `bad_keywords` when there are any. */
export function refuseBadKeywords(findings: readonly KeywordFinding[]): void {
  if (findings.length === 0) return;
  const { message, details } = badKeywordsRefusal(findings);
  throw new DomainError('bad_keywords', { message, responseFields: { details } });
}

/** A plan for a campaign that is there. */
export const existingPlan = (
  state: { readonly campaign_id: number; readonly name: string; readonly countries: readonly string[] },
  more: Partial<CampaignPlan>,
): CampaignPlan => ({
  campaign_id: state.campaign_id,
  name: state.name,
  kind: 'skag',
  countries: [...state.countries],
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
