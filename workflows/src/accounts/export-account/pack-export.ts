import { type ClickHouseClient, type EventLog, type KeyVault, readLog } from '@tapwise/adapters';
import {
  accountStream,
  createDirectory,
  type Directory,
  eventCatalogue,
  evolveDirectory,
  type Membership,
  openSessionsOf,
} from '@tapwise/domain';
import { strToU8, zipSync } from 'fflate';
import { teamReports } from './team-reports.ts';

export interface PackDependencies {
  readonly log: EventLog;
  readonly vault: Pick<KeyVault, 'decrypt'>;
  readonly directory: Directory;
  readonly tables?: ClickHouseClient | undefined;
  readonly now: () => Date;
}

/** What a person does in the product; what programs record has other actors. */
const actorContexts: ReadonlySet<string> = new Set([
  'account',
  'team',
  'application',
  'change',
  'change-set',
  'creation',
  'automation',
  'product-page',
  'search-term-decision',
  'webhook',
  'guardrail',
]);
const actorEvents = eventCatalogue.filter(({ context }) => actorContexts.has(context));
const meanings = new Map(actorEvents.map(({ type, meaning }) => [type as string, meaning]));
const actorPrefixes = [...new Set(actorEvents.map(({ stream }) => stream.slice(0, stream.indexOf('<'))))];

/**
 * A ZIP of what is kept about a person: `profile.json`, `sessions.json`, `membership.json`, `actions.json`; for admins also the reports of
 * the team as CSV under `reports/`.
 */
export async function packExport(deps: PackDependencies, membership: Membership): Promise<Buffer> {
  const json = {
    profile: await profileOf(deps, membership),
    sessions: await sessionsOf(deps, membership),
    membership: await membershipOf(deps, membership),
    actions: await actionsOf(deps, membership.account.account_id),
  };
  const files = Object.entries(json).map(([name, value]) => [
    `${name}.json`,
    `${JSON.stringify(value, undefined, 2)}\n`,
  ]);
  const reports =
    membership.access === 'admin' && deps.tables !== undefined
      ? teamReports({ ...deps, tables: deps.tables }, membership.team.team_id)
      : [];
  for await (const report of reports) files.push(report);
  const packed = Object.fromEntries(files.map(([name, text]) => [String(name), strToU8(String(text))]));
  return Buffer.from(zipSync(packed, { level: 6, mtime: deps.now() }));
}

async function profileOf({ vault }: PackDependencies, { account }: Membership) {
  const { account_id, email_verified, preferences } = account;
  const [name, email] = await Promise.all([account.name, account.email].map((cipher) => vault.decrypt(cipher)));
  return { user_id: account_id, name, email, email_verified, ...preferences };
}

async function sessionsOf({ log, vault }: PackDependencies, { account }: Membership) {
  const everyone = createDirectory();
  await readLog(
    log,
    { streamPrefixes: ['session-', accountStream(account.account_id)] },
    (events) => {
      for (const { event, position } of events) evolveDirectory(everyone, event, { position });
    },
    () => undefined,
  );
  return Promise.all(
    openSessionsOf(everyone, account.account_id).map(async ({ opened_at, seen_at, expires_at, client }) => {
      const plain = client === null ? undefined : await vault.decrypt(client);
      const { address = '', agent = '' } = plain === undefined ? {} : (JSON.parse(plain) as Record<string, string>);
      return { created_at: opened_at, last_seen_at: seen_at, expires_at, address, agent };
    }),
  );
}

async function membershipOf({ vault }: PackDependencies, { account, team, access }: Membership) {
  const member = team.members.find(({ account_id }) => account_id === account.account_id);
  return { team_id: team.team_id, team: await vault.decrypt(team.name), access, joined_at: member?.joined_at };
}

/** Everything the log has this person for the actor of, in order; what it was, where and why, without the secrets of it. */
async function actionsOf({ log }: PackDependencies, accountId: number) {
  const actions: { at: string; event: string; meaning: string; stream: string; reason?: string }[] = [];
  await readLog(
    log,
    { streamPrefixes: actorPrefixes },
    (events) => {
      for (const { event, recordedAt, stream, metadata } of events) {
        const meaning = meanings.get(event.type);
        if (meaning === undefined || metadata?.actor.kind !== 'account' || metadata.actor.id !== String(accountId))
          continue;
        const { reason } = metadata;
        const what = { at: recordedAt.toISOString(), event: event.type, meaning, stream };
        actions.push(reason === undefined ? what : { ...what, reason });
      }
    },
    () => undefined,
  );
  return actions;
}
