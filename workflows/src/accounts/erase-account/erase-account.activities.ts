import {
  type EventLog,
  type FoldFollower,
  handleCommand,
  invitationSubject,
  type KeyVault,
  reportRecipientSubject,
} from '@tapwise/adapters';
import {
  accountDecider,
  accountStream,
  applicationsOfTeam,
  cancelDeletion,
  type Directory,
  departureOf,
  eraseSubject,
  isDeletionOpen,
  leaveTeam,
  type ReportSchedules,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import { catchUpWith } from '../../facts/current-directory.ts';
import { workflowActor } from '../../streams/actor.ts';
import { type AccountState, type OpenAccountState, readAccount } from '../../streams/read-account.ts';
import type { EraseAccountActivities } from './erase-account.contract.ts';

export interface ErasureDependencies {
  readonly log: EventLog;
  readonly vault: Pick<KeyVault, 'erase'>;
  readonly directory: Pick<FoldFollower<Directory>, 'state' | 'caughtUp' | 'caughtUpWith'>;
  readonly schedules: Pick<FoldFollower<ReportSchedules>, 'state' | 'caughtUpWith'>;
  readonly now: () => Date;
}

const context = workflowActor('erase-account');

/** Each may be repeated, and what is done already is not done again. */
export const createEraseAccountActivities = (deps: ErasureDependencies): EraseAccountActivities => ({
  readDeletion: async ({ account_id }) => {
    const account = await readAccount(deps.log, account_id);
    if (account === undefined || !isDeletionOpen(account) || account.deletion === null)
      return { is_open: false, seconds_left: 0 };
    const leftMs = Date.parse(account.deletion.expires_at) - deps.now().getTime();
    return { is_open: true, seconds_left: Math.max(0, leftMs / 1000) };
  },
  leaveTeam: ({ account_id }) => leave(deps, account_id),
  cancelDeletion: ({ account_id }) =>
    changeAccount(deps, account_id, 'cancel', (state, at) => cancelDeletion(state, { reason: 'last_admin', at })),
  destroyKeys: async ({ account_id }) => {
    const account = await readAccount(deps.log, account_id);
    if (account === undefined) return;
    const { subjects, closed } = await subjectsOf(deps.log, account);
    const ofTeam = closed
      ? [...(await applicationSubjects(deps, account.team_id)), ...(await outsideSubjects(deps, account.team_id))]
      : [];
    for (const subject of [...subjects, ...ofTeam]) await deps.vault.erase(subject);
  },
  recordErasure: async ({ account_id }) => {
    const account = await readAccount(deps.log, account_id);
    if (account === undefined) return;
    const { closed } = await subjectsOf(deps.log, account);
    const team_id = closed ? account.team_id : null;
    await changeAccount(deps, account_id, 'erased', (state, at) => eraseSubject(state, { team_id, at }));
  },
});

async function leave(deps: ErasureDependencies, accountId: number): Promise<{ has_left: boolean }> {
  const { log, directory, now } = deps;
  await directory.caughtUp;
  const account = await readAccount(log, accountId);
  if (account === undefined) return { has_left: true };
  const team = directory.state.teams.get(account.team_id) ?? teamDecider.initialState();
  if (departureOf(team, accountId) === 'last_admin') return { has_left: false };
  const application_ids = applicationsOfTeam(directory.state, account.team_id).map(
    ({ application_id }) => application_id,
  );
  await handleCommand(log, {
    stream: teamStream(account.team_id),
    decider: teamDecider,
    cause: `left ${accountId}`,
    context,
    decide: (state) => leaveTeam(state, { account_id: accountId, application_ids, at: now().toISOString() }),
  });
  return { has_left: true };
}

/** Under whose keys the person's data are encrypted, and those of the team if it has ended; from the team's own events. */
async function subjectsOf(
  log: EventLog,
  { account_id, team_id, email_hash }: OpenAccountState,
): Promise<{ subjects: string[]; closed: boolean }> {
  const accountSubjects = new Set([`account-${account_id}`]);
  const whole = new Set([`team-${team_id}`]);
  let closed = false;
  for (const { event } of await log.readStream(teamStream(team_id))) {
    if (event.type === 'TeamMemberInvited') {
      const subject = invitationSubject(event.data.token_hash);
      whole.add(subject);
      if (event.data.email_hash === email_hash) accountSubjects.add(subject);
    }
    if (event.type === 'TeamMemberJoined' && event.data.account_id === account_id && event.data.token_hash !== null) {
      accountSubjects.add(invitationSubject(event.data.token_hash));
    }
    if (event.type !== 'TeamClosed') continue;
    closed = true;
    for (const id of event.data.application_ids) whole.add(`application-${id}`);
  }
  return { subjects: [...accountSubjects, ...(closed ? whole : [])], closed };
}

const catchUpMs = 20_000;

/** Also those of applications that were added while the team was being closed, which its event does not name. */
async function applicationSubjects({ log, directory }: ErasureDependencies, teamId: number): Promise<string[]> {
  await catchUpWith(directory, await log.lastPosition());
  return [...(directory.state.closedApplications.get(teamId) ?? [])].map((id) => `application-${id}`);
}

/** Under whose keys the addresses outside a team are that its reports named at any time: also those removed and deleted since. */
async function outsideSubjects(
  { log, schedules }: Pick<ErasureDependencies, 'log' | 'schedules'>,
  teamId: number,
): Promise<string[]> {
  if (!(await schedules.caughtUpWith(await log.lastPosition(), catchUpMs))) {
    throw new Error('Scheduled reports are not read up to now');
  }
  return [...schedules.state.schedules.values()]
    .filter(({ team_id }) => team_id === teamId)
    .flatMap(({ schedule_id, recipients }) =>
      recipients
        .filter(({ account_id }) => account_id === null)
        .map(({ recipient_id }) => reportRecipientSubject(schedule_id, recipient_id)),
    );
}

async function changeAccount(
  { log, now }: ErasureDependencies,
  accountId: number,
  cause: string,
  decide: (state: AccountState, at: string) => ReturnType<typeof eraseSubject>,
): Promise<void> {
  const at = now().toISOString();
  await handleCommand(log, {
    stream: accountStream(accountId),
    decider: accountDecider,
    cause,
    context,
    decide: (state) => decide(state, at),
  });
}
