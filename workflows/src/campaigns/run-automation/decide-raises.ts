import { eventIdFrom, uuidV5 } from '@tapwise/adapters';
import {
  adsPullStream,
  automationRunStream,
  campaignStream,
  changeStream,
  type Decision,
  decideRun,
  decisionSpace,
  evaluate,
  type Freshness,
  freshnessOf,
  objectOfKey,
  ruleData,
  ruleInOrganization,
  runStart,
  type Slot,
} from '@tapwise/domain';
import { type RaisesUnderWay, readRuleFacts } from '@tapwise/projections/queries';
import { outcomesOf } from '../rule-runs/changes-of-run.ts';
import { readBidsByRules } from './read-bids-by-rules.ts';
import type { RuleScope, RunContext } from './run-context.ts';

/** How fresh the figures of an organization are. */
export async function freshness({ log }: RunContext, { application, organization }: RuleScope): Promise<Freshness> {
  const last = await log.readLast(adsPullStream(application.application_id, organization.org_id));
  return freshnessOf(last?.event);
}

interface Wanted {
  readonly slot: Slot;
  readonly requestedBy: number | null;
  readonly pulledAt: number;
}

/** Evaluates a rule on what is known now, and records what was decided before anything is sent. */
export async function decideRaises(
  context: RunContext,
  ruleScope: RuleScope,
  { slot, requestedBy, pulledAt }: Wanted,
): Promise<void> {
  const { rule, organization } = ruleScope;
  const { automation_id } = rule;
  const { org_id } = organization;
  const stream = automationRunStream({ automation_id, org_id, slot: slot.id });
  const asOf = context.now();
  const { data, position, rates, revisions } = await readData(context, ruleScope, { slot, asOf, pulledAt });
  const memories = context.automations.state.memories.get(ruleInOrganization(automation_id, org_id)) ?? new Map();
  const decisions = evaluate(rule, data, memories).map(
    (verdict): Decision => ({
      ...verdict,
      decision_id: uuidV5(decisionSpace, `${automation_id} ${slot.id} ${verdict.key}`),
    }),
  );
  const start = runStart(rule, organization, {
    run_id: eventIdFrom(stream),
    slot,
    asOf,
    position: position.toString(),
    pulledAt: pulledAt === 0 ? undefined : pulledAt,
    campaigns: revisions,
    rates: [...rates],
    units: decisions.length,
    requestedBy,
  });
  await context.runs.change(stream, `decided ${stream}`, (state) => decideRun(state, start, decisions));
}

/** What a rule is evaluated on, as it is known now. */
async function readData(
  context: RunContext,
  { rule, application, organization }: RuleScope,
  { slot, asOf, pulledAt }: Omit<Wanted, 'requestedBy'> & { readonly asOf: number },
) {
  const { tables, times } = context;
  if (tables === undefined) throw new Error('There are no tables to evaluate a rule on');
  const { campaigns, revisions, figures, shares } = await readRuleFacts(tables, {
    applicationId: application.application_id,
    organization,
    rule,
    asOf,
    campaign: (id) => context.campaigns.current(campaignStream(id)),
    underWay: raisesUnderWay(context),
  });
  const raisedBy = await raisedInSlot(context, { rule, organization }, slot);
  const data = ruleData({
    asOf,
    pulledAt,
    hourMs: times.hourMs,
    organization,
    application,
    campaigns,
    raisedBy,
    figures,
    shares,
    resumed: rule.resumed,
    byRules: await readBidsByRules(context, { rule, organization }),
  });
  return { data, position: figures.position, rates: figures.rates, revisions };
}

function raisesUnderWay(context: RunContext): RaisesUnderWay {
  const change: RaisesUnderWay['change'] = async (id) => {
    const { state } = await context.changes.current(changeStream(id));
    return state.status === 'absent'
      ? undefined
      : { change: state, outcomes: await outcomesOf(context.log, state.request) };
  };
  return { automations: context.automations.state, runs: context.runs, change };
}

/** Units that older rules raise in the same slot, with the name of the rule. A run by hand has no slot hour. */
async function raisedInSlot(
  { automations, runs }: RunContext,
  { rule, organization }: Pick<RuleScope, 'rule' | 'organization'>,
  slot: Slot,
): Promise<ReadonlyMap<string, string>> {
  const raised = new Map<string, string>();
  if (slot.id.startsWith('manual-')) return raised;
  const campaignIds = new Set(rule.apply_to[organization.org_id]);
  for (const other of automations.state.rules.values()) {
    if (other.automation_id === rule.automation_id || other.mode === 'shadow') continue;
    const ran = automations.state.runs.get(ruleInOrganization(other.automation_id, organization.org_id)) ?? [];
    if (!ran.some((run) => run.slot === slot.id)) continue;
    const identity = { automation_id: other.automation_id, org_id: organization.org_id, slot: slot.id };
    const { state } = await runs.current(automationRunStream(identity));
    for (const { key, verdict } of state.decisions.values()) {
      if (verdict === 'raised' && campaignIds.has(objectOfKey(key).campaignId) && !raised.has(key))
        raised.set(key, other.name);
    }
  }
  return raised;
}
