import type { DueMail } from '@tapwise/adapters';
import {
  type Automations,
  addDays,
  type Day,
  type Directory,
  dayInZone,
  type ExistingRule,
  findApplication,
  isReadOnly,
  localTimeInZone,
  type OpenApplication,
  type RunSummary,
  runsOfRule,
  serviceOf,
  stopOf,
} from '@tapwise/domain';
import { peopleWantingMails, zoneOfRule } from '../rule-mails.ts';

/** What rules did, and who there is. */
export interface RuleMailFacts {
  readonly directory: Directory;
  readonly automations: Automations;
}

/** A mail about a rule that is due, and the runs that its rows come from. */
export interface DueRuleMail {
  readonly rule: ExistingRule;
  readonly runs: readonly RunSummary[];
  /** For each person who wants it; without rows. */
  readonly mails: readonly Omit<DueMail, 'rows'>[];
}

/** Digests of the day before are sent from this hour on. */
const digestHour = 8;
/** A rule that has not run for so long needs attention; slots of one a day are 24 hours apart, and may be late. */
const troubleMs = 28 * 3_600_000;
/** Filters wait for the day's search terms until the evening. */
const filterTroubleMs = 46 * 3_600_000;
const nothingNew = 'No new search terms';

/** The mails about rules that are due at an instant; each has the same key however often it is asked for. @param now Milliseconds. */
export function dueRuleMails(facts: RuleMailFacts, now: number): DueRuleMail[] {
  return [...facts.automations.rules.values()].flatMap((rule) => {
    const application = findApplication(facts.directory, rule.application_id);
    if (application === undefined || rule.status === 'deleted') return [];
    const wanting = peopleWantingMails(facts.directory, application, rule);
    if (wanting.length === 0) return [];
    const runs = runsOfRule(facts.automations, rule.automation_id);
    const ruleContext = { rule, application, runs, wanting, now };
    return [
      rule.type === 'raise_bids' ? digest(ruleContext) : newTerms(ruleContext),
      trouble(facts, ruleContext),
    ].flatMap((due) => due ?? []);
  });
}

interface RuleMailSubject {
  readonly rule: ExistingRule;
  readonly application: OpenApplication;
  readonly runs: readonly RunSummary[];
  readonly wanting: readonly number[];
  readonly now: number;
}

/** What was raised, completed or failed on the local day before, in the morning. */
function digest({ rule, application, runs, wanting, now }: RuleMailSubject): DueRuleMail | undefined {
  const zone = zoneOfRule(application, rule);
  if (Number(localTimeInZone(now, zone).slice(11, 13)) < digestHour) return undefined;
  const day = addDays(dayInZone(now, zone), -1);
  const ofDay = runs.filter(({ as_of, counts }) => {
    const busy = counts !== null && counts.raised + counts.at_cap + counts.failed > 0;
    return as_of !== null && busy && dayInZone(Date.parse(as_of), zone) === day;
  });
  return ofDay.length === 0 ? undefined : mailsFor({ rule, application, runs: ofDay, wanting, now }, day);
}

/** A filter that found new terms says so once a day, as soon as its run has ended. */
function newTerms({ rule, application, runs, wanting, now }: RuleMailSubject): DueRuleMail | undefined {
  const zone = zoneOfRule(application, rule);
  const day = dayInZone(now, zone);
  const run = runs.find(
    ({ state, message, ended_at }) =>
      state === 'done' &&
      message !== null &&
      message !== nothingNew &&
      dayInZone(Date.parse(ended_at ?? ''), zone) === day,
  );
  return run === undefined ? undefined : mailsFor({ rule, application, runs: [run], wanting, now }, day);
}

function mailsFor({ rule, application, runs, wanting, now }: RuleMailSubject, day: Day): DueRuleMail {
  const facts = { rule: rule.name, application: application.name, day, path: logsPath(application, rule) };
  const mails = wanting.map((accountId) => ({
    kind: 'automation-digest' as const,
    key: `automation-digest|${rule.automation_id}|${accountId}|${day}`,
    to: { accountId },
    facts,
    requestedAt: new Date(now).toISOString(),
  }));
  return { rule, runs, mails };
}

/** An active rule that cannot work: the access was lost, or nothing was evaluated for too long. Stop all is no trouble. */
function trouble(
  facts: RuleMailFacts,
  { rule, application, runs, wanting, now }: RuleMailSubject,
): DueRuleMail | undefined {
  const { directory } = facts;
  const stopped = stopOf(directory.teams.get(application.team_id) ?? {}, application.application_id) !== undefined;
  const served = ['full', 'ended'].includes(serviceOf(directory, application.team_id, now));
  if (rule.status !== 'active' || stopped || !served) return undefined;
  const linked = application.organizations.filter(({ org_id }) => (rule.apply_to[org_id] ?? []).length > 0);
  const readOnly = linked.find(({ org_id }) => isReadOnly(application, org_id));
  const last = runs.findLast(({ as_of }) => as_of !== null)?.as_of ?? rule.slotsSince;
  const since = Math.max(Date.parse(last), Date.parse(rule.slotsSince));
  const late = linked.length > 0 && now - since > (rule.type === 'raise_bids' ? troubleMs : filterTroubleMs);
  if (readOnly === undefined && !late) return undefined;
  const problem =
    readOnly === undefined
      ? 'it has not run for 24 hours.'
      : `the Apple Ads account gave read-only access to ${readOnly.name}.`;
  const day = dayInZone(now, zoneOfRule(application, rule));
  const mailFacts = { rule: rule.name, application: application.name, problem, path: logsPath(application, rule) };
  const mails = wanting.map((accountId) => ({
    kind: 'automation-trouble' as const,
    key: `automation-trouble|${rule.automation_id}|${accountId}|${day}`,
    to: { accountId },
    facts: mailFacts,
    requestedAt: new Date(now).toISOString(),
  }));
  return { rule, runs: [], mails };
}

const logsPath = ({ application_id }: OpenApplication, { automation_id }: ExistingRule): string =>
  `/client/automation/${automation_id}?app=${application_id}&panel=logs`;
