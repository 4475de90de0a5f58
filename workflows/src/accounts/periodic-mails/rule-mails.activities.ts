import { type EventLog, type FoldFollower, requestMail } from '@tapwise/adapters';
import {
  type Automations,
  automationRunStream,
  type Directory,
  findApplication,
  isRunEvent,
  logLines,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { type DueRuleMail, dueRuleMails } from './due-rule-mails.ts';
import type { RuleMailActivities } from './periodic-mails.contract.ts';

export interface RuleMailOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

/** Keys of mails that were asked for here; asking again changes nothing and costs a question to the log. */
const keysKept = 10_000;

export function createRuleMailActivities(options: RuleMailOptions): RuleMailActivities {
  const requestedKeys = new Set<string>();
  return {
    requestRuleMails: async () => {
      await Promise.all([options.directory.caughtUp, options.automations.caughtUp]);
      await requestRuleMails(options, requestedKeys);
    },
  };
}

/** Asks for what is due now. @param requestedKeys Keys of mails that need not be asked for again; added to. */
async function requestRuleMails(options: RuleMailOptions, requestedKeys: Set<string>): Promise<void> {
  const { log, directory, automations, now = Date.now } = options;
  for (const due of dueRuleMails({ directory: directory.state, automations: automations.state }, now())) {
    const open = due.mails.filter(({ key }) => !requestedKeys.has(key));
    if (open.length === 0) continue;
    const rows = await rowsOf(options, due);
    for (const mail of open) {
      // A day on which nothing but skipped units was recorded has nothing to say.
      if (rows.length > 0 || mail.kind === 'automation-trouble') {
        const facts = { ...mail.facts, ...(rows.length > mostRows ? { more: rows.length - mostRows } : {}) };
        await requestMail(log, workflowActor('send-mail'), { ...mail, facts, rows: rows.slice(0, mostRows) });
      }
      if (requestedKeys.size >= keysKept) requestedKeys.clear();
      requestedKeys.add(mail.key);
    }
  }
}

const mostRows = 20;

/** The lines of the runs that are about units; of a filter also what it found. */
async function rowsOf({ log, directory }: RuleMailOptions, { rule, runs }: DueRuleMail): Promise<string[]> {
  const application = findApplication(directory.state, rule.application_id);
  const rows: string[] = [];
  for (const run of runs) {
    const currency = application?.organizations.find(({ org_id }) => org_id === run.org_id)?.currency ?? 'USD';
    for (const { event } of await log.readStream(automationRunStream(run))) {
      if (!isRunEvent(event)) continue;
      const lines = logLines(event, currency).filter(({ key }) => key !== '' || rule.type !== 'raise_bids');
      rows.push(...lines.map(({ message }) => message));
    }
  }
  return rows;
}
