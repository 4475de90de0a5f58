import { type ClickHouseClient, type DueMail, type EventLog, type FoldFollower, requestMail } from '@tapwise/adapters';
import { applicationsOfTeam, type Directory, teamBilling } from '@tapwise/domain';
import { installsOfMonth } from '@tapwise/projections/queries';
import { workflowActor } from '../../streams/actor.ts';
import { endingMails, usageMails } from '../send-mail/causes/billing-mails.ts';
import type { BillingMailActivities } from './periodic-mails.contract.ts';

export interface BillingMailOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  /** Absent: usage is not looked at. */
  readonly tables: ClickHouseClient | undefined;
}

/** Keys of mails that were asked for here; asking again changes nothing and costs a question to the log. */
const keysKept = 10_000;

export function createBillingMailActivities(options: BillingMailOptions): BillingMailActivities {
  const { log, directory } = options;
  const requestedKeys = new Set<string>();
  const request = async (mails: readonly DueMail[]): Promise<void> => {
    for (const mail of mails) {
      if (requestedKeys.has(mail.key)) continue;
      await requestMail(log, workflowActor('send-mail'), mail);
      if (requestedKeys.size >= keysKept) requestedKeys.clear();
      requestedKeys.add(mail.key);
    }
  };
  return {
    requestEndingMails: async () => {
      await directory.caughtUp;
      await request(endingMails(directory.state, Date.now()));
    },
    requestUsageMails: async () => {
      await directory.caughtUp;
      await request(await dueUsage(options, Date.now()));
    },
  };
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
