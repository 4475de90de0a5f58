import { dayMs } from '../../../shared/calendar/days.ts';
import { type Automations, runsOfRule } from '../../automation/automations.ts';
import type { CustomAutomations } from '../../custom-rule/custom-automations.ts';
import type { OscillatingUnits } from '../../custom-rule/holds/oscillating-units.ts';
import type { ExistingCustomRule } from '../../custom-rule/rule/existing-custom-rule.ts';
import type { RunsInOrganization } from '../../custom-rule/run/custom-runs.ts';
import type { RuleTrouble } from './alert-figures.ts';

const mostText = 1000;

/** Everything about the rules of an application that a person should look at. @param now Milliseconds. */
export function ruleTroubles(
  automations: Automations,
  customRules: CustomAutomations,
  applicationId: number,
  now: number,
): RuleTrouble[] {
  const raising = [...automations.rules.values()].flatMap((rule) =>
    rule.application_id === applicationId && rule.status === 'active'
      ? [
          ...missedRuns(rule, [runsOfRule(automations, rule.automation_id)]),
          ...oscillatingOf(automations, rule).flatMap((units) => oscillatingUnits(rule, units, now)),
        ]
      : [],
  );
  const written = [...customRules.rules.rules.values()].flatMap((rule) =>
    rule.application_id === applicationId ? troublesOf(rule, runsIn(customRules, rule), now) : [],
  );
  // Several rules may have found the same unit.
  return [...new Map([...raising, ...written].map((ruleTrouble) => [ruleTrouble.key, ruleTrouble])).values()];
}

const oscillatingOf = (
  { oscillating }: Automations,
  { automation_id }: Pick<ExistingCustomRule, 'automation_id'>,
): OscillatingUnits[] =>
  [...oscillating].flatMap(([name, units]) => (name.startsWith(`${automation_id}.`) ? [units] : []));

const runsIn = ({ runs }: CustomAutomations, { automation_id }: ExistingCustomRule): RunsInOrganization[] =>
  [...runs.organizations].flatMap(([name, inOrganization]) =>
    name.startsWith(`${automation_id}.`) ? [inOrganization] : [],
  );

function troublesOf(rule: ExistingCustomRule, organizations: readonly RunsInOrganization[], now: number) {
  if (rule.status === 'paused' && rule.pausedAfter !== null) {
    return [trouble(`rule:${rule.automation_id}:paused`, rule.name, `Rule ${rule.name}: ${rule.pausedAfter}`)];
  }
  if (rule.status !== 'active') return [];
  return [
    ...missedRuns(
      rule,
      organizations.map(({ runs }) => runs),
    ),
    ...organizations.flatMap((inOrganization) => [
      ...heldRuns(rule, inOrganization, now),
      ...oscillatingUnits(rule, inOrganization.oscillating, now),
    ]),
  ];
}

const trouble = (key: string, name: string, text: string): RuleTrouble => ({
  key,
  name,
  text: text.slice(0, mostText),
  missed: null,
});

/** @param organizations Runs of the rule in each, oldest first. */
function missedRuns(
  { automation_id, name }: Pick<ExistingCustomRule, 'automation_id' | 'name'>,
  organizations: readonly (readonly { readonly state: string }[])[],
): RuleTrouble[] {
  const missed = Math.max(
    0,
    ...organizations.map((runs) => runs.length - 1 - runs.findLastIndex(({ state }) => state !== 'missed')),
  );
  const text = `Rule ${name} missed its last ${missed} runs`;
  return missed === 0 ? [] : [{ key: `rule:${automation_id}`, name, text, missed }];
}

/** A held run waits a day for someone to look at it. */
function heldRuns({ name }: ExistingCustomRule, { runs }: RunsInOrganization, now: number): RuleTrouble[] {
  return runs.flatMap(({ automation_id, org_id, slot, state, as_of, message }) =>
    state === 'held' && as_of !== null && Date.parse(as_of) + dayMs > now
      ? [trouble(`rule:${automation_id}:held:${org_id}:${slot}`, name, `Rule ${name} is held: ${message ?? ''}`)]
      : [],
  );
}

function oscillatingUnits(
  { resumed }: Pick<ExistingCustomRule, 'resumed'>,
  oscillating: OscillatingUnits,
  now: number,
): RuleTrouble[] {
  return [...oscillating].flatMap(([key, { name, campaign_name, message, until, found_at }]) => {
    const isResumed = (resumed[key] ?? '') >= found_at;
    const text = `"${name}" in ${campaign_name}: ${message}`;
    return isResumed || Date.parse(until) <= now ? [] : [trouble(`oscillating:${key}`, name, text)];
  });
}
