import type { ClickHouseClient } from '@tapwise/adapters';
import {
  type AlertRule,
  applicationUnit,
  type CampaignTerms,
  campaignsOfRule,
  type Day,
  dayInZone,
  type EarlierDecisions,
  type EvaluatedSlot,
  type EvaluatedUnit,
  type EvaluationData,
  evaluationUnits,
  guardrailsOf,
  isCovered,
  isSpike,
  keywordTargets,
  type LinkedOrganization,
  type OpenApplication,
  type RuleCampaigns,
  type RuleLabels,
  type RuleOfChange,
  type SourceDoubt,
  type TermFigures,
  type TermsQuestion,
  type TrailedCampaign,
  type TrailedTarget,
  trailedTarget,
  withSpendToday,
} from '@tapwise/domain';
import { campaignNames } from '../reports/facts/structure-facts.queries.ts';
import { reportScope } from '../reports/report-scope.ts';
import { readRuleFigures } from '../rule-figures/read-rule-figures.ts';
import type { RuleFigures } from '../rule-figures/rule-figures.ts';
import { termsOfCampaigns } from '../search-terms/campaign-terms.queries.ts';
import type { TermDecisions } from './read-term-decisions.ts';

/** A run of a rule, of an alert, or of a draft of one, in one ad organization. Instants in milliseconds. */
export interface EvaluationQuestion {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly rule: { readonly rule: AlertRule; readonly apply_to: RuleCampaigns };
  readonly asOf: number;
  /** An hour of cooling and settling. */
  readonly hourMs: number;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
  /** `null`: a run by hand, or none. */
  readonly slot: EvaluatedSlot | null;
  /** A campaign with the trails of its settings, as the log has it, and up to which event. */
  readonly campaign: (
    id: number,
  ) => Promise<{ readonly state: TrailedCampaign; readonly revision: bigint | undefined }>;
  readonly ruleOf: RuleOfChange;
  /** Names of the application's rules, by id. */
  readonly ruleNames: ReadonlyMap<number, string>;
  /** What earlier rules of the slot decided. */
  readonly earlier: EarlierDecisions;
  /** Since which day each unit has been under the rule, by key. */
  readonly joined: ReadonlyMap<string, Day>;
  /** Of the application, as the log has them. */
  readonly labels: RuleLabels;
  readonly doubts: readonly SourceDoubt[];
  /** What was decided about search terms of campaigns, and what is hidden; by campaign. */
  readonly decisionsOf: (campaignIds: readonly number[]) => Promise<ReadonlyMap<number, TermDecisions>>;
}

/** What a rule is evaluated on, and where it was read. */
export interface EvaluationSources {
  readonly data: EvaluationData;
  /** Up to which event of each campaign settings were read. */
  readonly revisions: { campaign_id: number; revision: number }[];
  /** Commit position: figures are those of the events up to here. */
  readonly position: bigint;
}

/** Joins units as the log has them with their figures of the tables, in one question to these. @throws the engines' errors. */
export async function readEvaluationData(
  client: ClickHouseClient,
  question: EvaluationQuestion,
): Promise<EvaluationSources> {
  const { application, organization, rule, asOf, joined } = question;
  const campaignIds = await readCampaignIds(client, question);
  const campaigns: TrailedCampaign[] = [];
  const revisions: EvaluationSources['revisions'] = [];
  for (const campaign_id of campaignIds) {
    const { state, revision } = await question.campaign(campaign_id);
    campaigns.push(state);
    revisions.push({ campaign_id, revision: Number(revision ?? 0n) });
  }
  const terms = rule.rule.level === 'search_term' ? await readTermsQuestion(client, question, campaignIds) : null;
  const units = unitsOf(question, campaigns, terms);
  const figures = await readRuleFigures(client, {
    scope: reportScope(application, organization),
    rule: rule.rule,
    campaignIds,
    units,
    joined,
    asOf,
    completeAfterHours: question.completeAfterHours,
  });
  return { data: joinEvaluationData(question, units, figures), revisions, position: figures.position };
}

/** What is the same for all units of a run. */
type CommonQuestion = Pick<
  EvaluationQuestion,
  'application' | 'organization' | 'asOf' | 'hourMs' | 'slot' | 'ruleNames' | 'labels' | 'doubts'
>;

/** Joins units with their figures. */
export function joinEvaluationData(
  { application, organization, asOf, hourMs, slot, ruleNames, labels, doubts }: CommonQuestion,
  units: readonly EvaluatedUnit[],
  { spend, ...figures }: Omit<RuleFigures, 'position'>,
): EvaluationData {
  const { time_zone: zone, currency } = organization;
  const today = dayInZone(asOf, zone);
  const guardrails = guardrailsOf(application);
  const isTodayIn = figures.coverage === null || isCovered(figures.coverage.ads, { from: today, to: today });
  return {
    ...figures,
    asOf,
    hourMs,
    zone,
    slot,
    currency: { application: application.currency, settings: currency },
    units: units.map((unit) => withSpendToday(unit, spend, { today, isCovered: isTodayIn })),
    doubts,
    guardrails,
    spike: isSpike(spend, today, guardrails.spend_spike),
    ruleNames,
    labels: labels.names,
  };
}

/** Search terms of the campaigns, and the campaigns in which the rule buys them. */
async function readTermsQuestion(
  client: ClickHouseClient,
  { application: { application_id }, organization: { org_id }, rule, asOf, ...question }: EvaluationQuestion,
  campaignIds: readonly number[],
): Promise<TermsQuestion> {
  const figures = new Map<number, TermFigures[]>();
  for (const { campaign_id, shown: impressions, ...term } of await termsOfCampaigns(client, {
    application_id,
    org_id,
    campaign_ids: [...campaignIds],
  })) {
    const ofCampaign = figures.get(campaign_id) ?? [];
    figures.set(campaign_id, ofCampaign);
    // The rest of their figures is read with those of time ranges.
    ofCampaign.push({ ...term, impressions, taps: null, tap_installs: null, spend_micros: null });
  }
  const terms = new Map<number, CampaignTerms>();
  for (const [id, { decided, hidden }] of await question.decisionsOf([...figures.keys()])) {
    terms.set(id, { figures: figures.get(id) ?? [], decided, hidden });
  }
  const targets: TrailedTarget[] = [];
  for (const ids of keywordTargets(rule.rule.cases)) {
    targets.push(trailedTarget(ids, (await question.campaign(ids.campaign_id)).state));
  }
  return { asOf, terms, targets };
}

function unitsOf(
  { application, rule: { rule }, labels, ruleOf, earlier }: EvaluationQuestion,
  campaigns: readonly TrailedCampaign[],
  terms: TermsQuestion | null,
): EvaluatedUnit[] {
  const { level } = rule;
  if (level === 'application') return [applicationUnit(application.name)];
  return evaluationUnits(campaigns, { rule: { ...rule, level }, labels, ruleOf, terms }, earlier);
}

/**
 * Campaigns of the rule in the organization. Those that are chosen as all are looked up in the tables.
 * @param withDeleted Also those that exist no longer.
 */
export async function readCampaignIds(
  client: ClickHouseClient,
  {
    application,
    organization: { org_id: orgId },
    rule,
  }: Pick<EvaluationQuestion, 'application' | 'organization'> & {
    readonly rule: Pick<EvaluationQuestion['rule'], 'apply_to'>;
  },
  withDeleted = false,
): Promise<number[]> {
  const applyTo = rule.apply_to[orgId] ?? [];
  if (applyTo !== 'all') return [...applyTo];
  const names = await campaignNames(client, { orgId, adamId: application.adam_id }, false);
  const wanted = names.filter(({ status }) => withDeleted || status !== 'DELETED').map(({ id }) => id);
  return campaignsOfRule({ [orgId]: 'all' }, new Map([[String(orgId), new Set(wanted)]]));
}
