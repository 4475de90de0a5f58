import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, type EventLog, type FoldFollower, type Logger, requestMail } from '@tapwise/adapters';
import { applicationsOfTeam, type Directory, teamBilling } from '@tapwise/domain';
import { installsOfMonth } from '@tapwise/projections/queries';
import { workflowActor } from '../streams/actor.ts';
import { endingMails, usageMails } from './billing-mails.ts';

export interface BillingMailOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  /** Absent: usage is not looked at. */
  readonly tables: ClickHouseClient | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const lookMs = 60_000;
/** Usage costs a question per team. */
const looksPerUsage = 30;
/** Keys of mails that were asked for here; asking again changes nothing and costs a question to the log. */
const keysKept = 10_000;

/** Asks for the mails about coming ends and used-up plans when they are due, until the signal aborts. */
export async function keepBillingMails(options: BillingMailOptions): Promise<void> {
  const { log, directory, logger, signal } = options;
  await directory.caughtUp;
  const requestedKeys = new Set<string>();
  for (let look = 0; !signal.aborted; look += 1) {
    try {
      const usage = look % looksPerUsage === 0 ? await dueUsage(options, Date.now()) : [];
      for (const due of [...endingMails(directory.state, Date.now()), ...usage]) {
        if (requestedKeys.has(due.key)) continue;
        await requestMail(log, workflowActor('send-mail'), due);
        if (requestedKeys.size >= keysKept) requestedKeys.clear();
        requestedKeys.add(due.key);
      }
    } catch (error) {
      logger.warn({ err: error }, 'mails about payments cannot be asked for now; trying again');
    }
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

async function dueUsage({ directory, tables }: BillingMailOptions, now: number) {
  if (tables === undefined) return [];
  const month = new Date(now).toISOString().slice(0, 7);
  const due = [];
  for (const team of directory.state.teams.values()) {
    const billing = teamBilling(directory.state.billing, team.team_id);
    if (team.demo || billing.subscription === null) continue;
    const ids = applicationsOfTeam(directory.state, team.team_id).map(({ application_id }) => application_id);
    const installs = await installsOfMonth(tables, ids, `${month}-01`);
    due.push(...usageMails(team, billing, { installs, month, now }));
  }
  return due;
}
