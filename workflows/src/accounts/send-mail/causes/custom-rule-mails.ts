import type { DueMail, RecordedEvent } from '@tapwise/adapters';
import {
  type CustomAutomations,
  customAutomationStreamPrefixes,
  type Directory,
  dayInZone,
  findApplication,
} from '@tapwise/domain';
import { peopleWantingMails, zoneOfRule } from '../../rule-mails.ts';

/** Streams of rules that people write and of their runs. */
export const customRuleMailPrefixes = customAutomationStreamPrefixes;

/** Rules that people wrote, and who wants mails about them. */
interface CustomRuleMailFacts {
  readonly directory: Directory;
  readonly customRules: CustomAutomations;
}

/** The mails about a rule that needs attention: its run is held, or its failed changes paused it. One of each a person and local day. */
export function customRuleMails(
  { event }: Pick<RecordedEvent, 'event'>,
  { directory, customRules }: CustomRuleMailFacts,
): DueMail[] {
  const trouble = troubleOf(event);
  if (trouble === undefined) return [];
  const { automation_id, problem, at, what } = trouble;
  const rule = customRules.rules.rules.get(automation_id);
  const application = rule && findApplication(directory, rule.application_id);
  if (rule === undefined || application === undefined || rule.status === 'deleted') return [];
  const { application_id } = application;
  const path = `/client/automation/${automation_id}?app=${application_id}`;
  const facts = { rule: rule.name, application: application.name, problem, path };
  const day = dayInZone(Date.parse(at), zoneOfRule(application, rule));
  return peopleWantingMails(directory, application, rule).map((accountId) => ({
    kind: 'automation-trouble' as const,
    key: `automation-trouble|${automation_id}|${accountId}|${day}|${what}`,
    to: { accountId },
    facts,
    requestedAt: at,
  }));
}

interface Trouble {
  readonly automation_id: number;
  readonly what: 'held' | 'paused';
  readonly problem: string;
  /** ISO 8601. */
  readonly at: string;
}

function troubleOf({ type, data }: RecordedEvent['event']): Trouble | undefined {
  if (type === 'CustomRuleRunEnded') {
    const { automation_id, state, message: problem, ended_at: at } = data;
    return state === 'held' && problem !== null ? { automation_id, what: 'held', problem, at } : undefined;
  }
  if (type !== 'CustomRulePaused') return undefined;
  const { automation_id, changed_by, message: problem, changed_at: at } = data;
  // What a person paused needs no mail.
  return changed_by === null && problem !== null ? { automation_id, what: 'paused', problem, at } : undefined;
}
