import {
  alertUnitKey,
  campaignStream,
  type DueAlertSlot,
  decisionsByKey,
  type EvaluatedAlertUnit,
  type EvaluationData,
  evaluateOwnAlert,
  type LinkedOrganization,
  organizationName,
  ruleOfChanges,
} from '@tapwise/domain';
import { readCampaignIds, readEvaluationData } from '@tapwise/projections/queries';
import { readLabels } from '../run-custom-rule/custom-run-labels.ts';
import { readDoubts } from '../run-custom-rule/read-doubts.ts';
import type { OwnAlertContext, OwnAlertScope } from './own-alert-context.ts';

/** What an alert finds at a slot. */
export interface SlotFindings {
  readonly units: readonly EvaluatedAlertUnit[];
  /** Whether the slot is not about a unit: nothing can be judged of it, or it is of an organization that has no slot now. */
  readonly isLeftOut: (key: string) => boolean;
}

/** Evaluates an alert in the organizations that have the slot. @param asOf Milliseconds. @throws the engines' errors. */
export async function readFindings(
  context: OwnAlertContext,
  scope: OwnAlertScope,
  slot: Pick<DueAlertSlot, 'orgIds'>,
  asOf: number,
): Promise<SlotFindings> {
  const { alert, application, rule } = scope;
  const units: EvaluatedAlertUnit[] = [];
  const leftOut = new Set<string>();
  const otherCampaigns = new Set<string>();
  for (const organization of scope.organizations) {
    const { org_id: orgId } = organization;
    if (!slot.orgIds.has(orgId)) {
      leftOut.add(alertUnitKey('', orgId));
      for (const id of await campaignIdsIn(context, scope, organization)) otherCampaigns.add(String(id));
      continue;
    }
    const { name, organizations } = application;
    const whole = organizations.length === 1 ? name : `${name}, ${organizationName(organizations, orgId)}`;
    const data = await readData(context, scope, organization, asOf);
    const findings = evaluateOwnAlert({ name: alert.name, rule, orgId, whole }, data);
    units.push(...findings.units);
    for (const key of findings.unjudged) leftOut.add(key);
  }
  return { units, isLeftOut: (key) => leftOut.has(key) || otherCampaigns.has(campaignKeyOf(key)) };
}

/** The key of the campaign that a unit is in. */
export const campaignKeyOf = (key: string): string => (key.startsWith('org:') ? key : (key.split(':')[0] ?? key));

async function campaignIdsIn(
  { tables }: OwnAlertContext,
  { application, apply_to }: OwnAlertScope,
  organization: LinkedOrganization,
): Promise<readonly number[]> {
  return tables === undefined ? [] : readCampaignIds(tables, { application, organization, rule: { apply_to } });
}

async function readData(
  context: OwnAlertContext,
  { application, rule, apply_to }: OwnAlertScope,
  organization: LinkedOrganization,
  asOf: number,
): Promise<EvaluationData> {
  const { tables, times, hourMs, customRules, automations, campaigns } = context;
  const { application_id: applicationId } = application;
  if (tables === undefined) throw new Error('There are no tables to evaluate an alert on');
  const { rules, runs } = customRules.state;
  const names = [...rules.rules.values(), ...automations.state.rules.values()];
  const { data } = await readEvaluationData(tables, {
    application,
    organization,
    rule: { rule, apply_to },
    asOf,
    hourMs,
    completeAfterHours: times.completeAfterHours,
    slot: null,
    campaign: (id) => campaigns.current(campaignStream(id)),
    ruleOf: ruleOfChanges(rules.rules, runs, organization.org_id),
    ruleNames: new Map(names.map(({ automation_id, name }) => [automation_id, name])),
    earlier: decisionsByKey([]),
    joined: new Map(),
    labels: await readLabels(context, applicationId),
    doubts: await readDoubts(context, applicationId, organization, asOf),
    decisionsOf: context.termDecisions,
  });
  return data;
}
