import { eventIdFrom } from '@tapwise/adapters';
import {
  type CustomRunState,
  campaignStream,
  customRunStream,
  dayInZone,
  decideCustomRun,
  decisionsByKey,
  type EvaluatedSlot,
  evaluateRule,
  eventsOfEvaluation,
  incompleteText,
  nextSlot,
  ruleInOrganization,
  ruleMemoryOf,
  ruleOfChanges,
  type Slot,
  scheduleClock,
} from '@tapwise/domain';
import { readEvaluationData } from '@tapwise/projections/queries';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';
import { readLabels } from './custom-run-labels.ts';
import { readDoubts } from './read-doubts.ts';
import { slotDecisions } from './slot-decisions.ts';

interface WantedRun {
  readonly slot: Slot;
  /** What a person asked for, where it is a run by hand. */
  readonly requested: CustomRunState['requested'];
}

/**
 * Evaluates a rule on what is known now, and records what was decided before anything is sent.
 * @returns why there is nothing to decide on; `undefined` once it is decided.
 */
export async function decideRun(
  context: CustomRuleContext,
  ruleScope: CustomRuleScope,
  wanted: WantedRun,
): Promise<string | undefined> {
  const { rule, organization } = ruleScope;
  const { automation_id, application_id, version, mode } = rule;
  const { org_id, currency, time_zone: zone } = organization;
  const { slot, requested } = wanted;
  const stream = customRunStream({ automation_id, org_id, slot: slot.id });
  const asOf = context.now();
  const inOrganization = context.customRules.state.runs.organizations.get(ruleInOrganization(automation_id, org_id));
  const memory = ruleMemoryOf(rule, inOrganization, { asOf, hourMs: context.times.hourMs, zone });
  const joinedBefore = inOrganization?.joined ?? new Map();
  const { data, revisions, position } = await readData(context, ruleScope, { slot, asOf, joined: joinedBefore });
  const incomplete = incompleteText(data.days, asOf, zone);
  if (incomplete !== undefined) return incomplete;
  const casesSince = Date.parse(rule.casesSince);
  const evaluated = { id: automation_id, rule: rule.rule, casesSince, ignoresShare: requested?.releases !== undefined };
  const evaluation = evaluateRule(evaluated, data, memory);
  const keys = new Set(data.units.map(({ key }) => key));
  const events = eventsOfEvaluation(
    {
      automation_id,
      org_id,
      slot: slot.id,
      application_id,
      run_id: requested?.run_id ?? eventIdFrom(stream),
      slot_at: new Date(slot.at).toISOString(),
      version,
      mode,
      currency,
      as_of: new Date(asOf).toISOString(),
      position: position.toString(),
      pulled_at: data.pulledAt === null ? null : new Date(data.pulledAt).toISOString(),
      days: data.days,
      ...(data.coverage === null ? {} : { coverage: data.coverage }),
      doubts: [...data.doubts],
      campaigns: revisions,
      asked_by: requested?.asked_by ?? null,
    },
    {
      evaluation,
      day: dayInZone(asOf, zone),
      joined: [...keys].filter((key) => !joinedBefore.has(key)),
      left: [...joinedBefore.keys()].filter((key) => !keys.has(key)),
    },
  );
  await context.runs.change(stream, `decided ${stream} ${asOf}`, (state) => decideCustomRun(state, events));
  return undefined;
}

/** What a rule is evaluated on, as it is known now. */
async function readData(
  context: CustomRuleContext,
  ruleScope: CustomRuleScope,
  { slot, asOf, joined }: { readonly slot: Slot; readonly asOf: number; readonly joined: ReadonlyMap<string, string> },
) {
  const { tables, times, completeDayHours, customRules, automations } = context;
  const { rule, application, organization } = ruleScope;
  if (tables === undefined) throw new Error('There are no tables to evaluate a rule on');
  const { rules, runs } = customRules.state;
  // Before the campaigns: a run that ends meanwhile is then in them.
  const earlier = decisionsByKey(await slotDecisions(context, ruleScope, slot));
  return readEvaluationData(tables, {
    application,
    organization,
    rule,
    asOf,
    hourMs: times.hourMs,
    completeAfterHours: completeDayHours,
    slot: evaluatedSlot(context, ruleScope, slot),
    campaign: (id) => context.campaigns.current(campaignStream(id)),
    ruleOf: ruleOfChanges(rules.rules, runs, organization.org_id),
    ruleNames: new Map(
      [...rules.rules.values(), ...automations.state.rules.values()].map(({ automation_id, name }) => [
        automation_id,
        name,
      ]),
    ),
    earlier,
    joined,
    labels: await readLabels(context, application.application_id),
    doubts: await readDoubts(context, application.application_id, organization, asOf),
    decisionsOf: context.termDecisions,
  });
}

function evaluatedSlot(
  { times }: CustomRuleContext,
  { rule, organization }: CustomRuleScope,
  slot: Slot,
): EvaluatedSlot | null {
  if (slot.id.startsWith('manual-')) return null;
  const clock = scheduleClock(rule.rule.schedule, organization.time_zone, times.everySeconds);
  return { ...slot, nextAt: nextSlot(clock, slot.at).at };
}
