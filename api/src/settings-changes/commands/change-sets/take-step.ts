import { randomUUID } from 'node:crypto';
import {
  approveChangeSet,
  type ChangeSetAction,
  type ChangeSetEvent,
  type ChangeSetFold,
  rejectChangeSet,
  requireWritable,
  type Submission,
  submitChangeSet,
  withdrawChangeSet,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { needsSecondPerson, type OwnChangeSet } from '../../own-change-set.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { checkSet } from './apply-set.ts';
import { writeSet } from './write-set.ts';

interface StepBody {
  readonly action: Exclude<ChangeSetAction, 'apply'>;
  readonly comment?: string | undefined;
  readonly confirm_guardrails?: boolean | undefined;
}

const deciders: Readonly<Record<StepBody['action'], (state: ChangeSetFold, step: Submission) => ChangeSetEvent[]>> = {
  submit: submitChangeSet,
  approve: approveChangeSet,
  reject: (state, { by, at, comment }) => rejectChangeSet(state, { by, at, comment }),
  withdraw: (state, { by, at, comment }) => withdrawChangeSet(state, { by, at, comment }),
};

/** Takes a set to its next state. A set that is to be applied is checked as it will be then. */
export async function applyStep(
  settingsContext: SettingsContext,
  changeSetTarget: OwnChangeSet,
  { action, comment, confirm_guardrails = false }: StepBody,
  request: FastifyRequest,
): Promise<bigint> {
  const { set, application } = changeSetTarget;
  const { account_id: by } = sessionOf(request).account;
  const step = {
    by,
    at: settingsContext.deps.now().toISOString(),
    comment: comment?.trim() || null,
    second_person: needsSecondPerson(changeSetTarget),
    guardrails_confirmed: confirm_guardrails,
  };
  const decide = (state: ChangeSetFold) => deciders[action](state, step);
  if (action === 'submit' || action === 'approve') {
    decide(set);
    const actor = { kind: 'change_set', account_id: by, source: set.change_set_id } as const;
    requireWritable(application, set.org_id, settingsContext.deps.appleAds.version);
    await checkSet(settingsContext, changeSetTarget, { confirm_guardrails, changeId: randomUUID(), actor });
  }
  return writeSet(settingsContext, request, { id: set.change_set_id, cause: action, decide });
}
