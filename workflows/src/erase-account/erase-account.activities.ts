import { type EventLog, handleCommand, invitationSubject, type KeyVault } from '@tapwise/adapters';
import {
  type AccountEvent,
  accountDecider,
  accountStream,
  applicationsOfTeam,
  cancelDeletion,
  type Directory,
  departureOf,
  eraseSubject,
  isDeletionOpen,
  leaveTeam,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import type { Step } from '../activity/step.ts';
import { workflowActor } from '../streams/actor.ts';
import type { EraseAccountInput } from './erase-account.contract.ts';

export interface EraseAccountActivities {
  /** Erases an account if its time has come. */
  eraseWhenDue(account: EraseAccountInput): Promise<Step>;
}

export interface ErasureDependencies {
  readonly log: EventLog;
  readonly vault: Pick<KeyVault, 'erase'>;
  readonly directory: Directory;
  /** Resolves when the directory has everything that was in the log at the start. */
  readonly caughtUp: Promise<void>;
  readonly now: () => Date;
}

const context = workflowActor('erase-account');

type AccountState = ReturnType<typeof accountDecider.initialState>;
type OpenAccount = Extract<AccountState, { status: 'open' }>;

export const createEraseAccountActivities = (deps: ErasureDependencies): EraseAccountActivities => ({
  eraseWhenDue: ({ account_id }) => eraseWhenDue(deps, account_id),
});

/**
 * Erases an account that is due: it leaves its team, which ends with its last person; then the keys are destroyed, and only then is it
 * recorded that they are. Whatever is interrupted is done again from the beginning.
 */
async function eraseWhenDue(deps: ErasureDependencies, accountId: number): Promise<Step> {
  const { log, now, vault } = deps;
  await deps.caughtUp;
  const account = await accountOf(deps, accountId);
  if (account === undefined || !isDeletionOpen(account) || account.deletion === null) return { done: true };
  const waitMs = Date.parse(account.deletion.expires_at) - now().getTime();
  if (waitMs > 0) return { done: false, again_seconds: waitMs / 1000 };
  const at = now().toISOString();
  const team = deps.directory.teams.get(account.team_id) ?? teamDecider.initialState();
  if (departureOf(team, accountId) === 'last_admin') {
    await changeAccount(deps, accountId, 'cancel', (state) => cancelDeletion(state, { reason: 'last_admin', at }));
    return { done: true };
  }
  const application_ids = applicationsOfTeam(deps.directory, account.team_id).map(
    ({ application_id }) => application_id,
  );
  await handleCommand(log, {
    stream: teamStream(account.team_id),
    decider: teamDecider,
    cause: `left ${accountId}`,
    context,
    decide: (state) => leaveTeam(state, { account_id: accountId, application_ids, at }),
  });
  const { subjects, closed } = await subjectsOf(log, account);
  for (const subject of subjects) await vault.erase(subject);
  const team_id = closed ? account.team_id : null;
  await changeAccount(deps, accountId, 'erased', (state) => eraseSubject(state, { team_id, at }));
  return { done: true };
}

/** Under whose keys the person's data are encrypted, and those of the team if it has ended; from the team's own events. */
async function subjectsOf(
  log: EventLog,
  { account_id, team_id, email_hash }: OpenAccount,
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

async function accountOf({ log }: ErasureDependencies, accountId: number): Promise<OpenAccount | undefined> {
  let state = accountDecider.initialState();
  for (const { event } of await log.readStream(accountStream(accountId))) {
    state = accountDecider.evolve(state, event as AccountEvent);
  }
  return state.status === 'open' ? state : undefined;
}

async function changeAccount(
  { log }: ErasureDependencies,
  accountId: number,
  cause: string,
  decide: (state: AccountState) => ReturnType<typeof eraseSubject>,
): Promise<void> {
  await handleCommand(log, { stream: accountStream(accountId), decider: accountDecider, cause, context, decide });
}
