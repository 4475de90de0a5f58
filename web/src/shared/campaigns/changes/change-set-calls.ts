import { queryOptions } from '@tanstack/react-query';
import type { ChangeResponse, ChangeSet, ChangeSetsResponse } from '@tapwise/contract';
import { ApiError } from '../../server/http/api-error.ts';
import { request } from '../../server/http/request.ts';
import { sendWrite } from './write-calls.ts';

const path = '/api/asa/change_sets';

/** A row as the calls take it: the wish, and what was shown when it was made. */
export interface ChangeSetWish {
  key: string;
  field: ChangeSet['rows'][number]['field'];
  new: number | string | boolean | null;
  based_on?: number | string | boolean | null;
}

export type ChangeSetAction = ChangeSet['actions'][number];

/** What all answers about change sets are kept under. */
export const changeSetsKey = (applicationId: number) => ['changes', 'sets', applicationId];

/** Change sets of one application, as the server orders them. */
export const changeSetsOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: changeSetsKey(applicationId ?? 0),
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<ChangeSet[]> => {
      const query = { application_id: applicationId ?? 0 };
      return (await request<ChangeSetsResponse>({ method: 'GET', path, query, signal })).body.change_sets;
    },
  });

interface NewSet {
  application_id: number;
  asa_organization_id: number;
  name: string;
  rows: readonly ChangeSetWish[];
  schedule?: string | null;
}

export async function createChangeSet(body: NewSet): Promise<ChangeSet> {
  return (await request<{ change_set: ChangeSet }>({ method: 'POST', path, body })).body.change_set;
}

export interface SetEdit {
  name?: string;
  rows?: readonly ChangeSetWish[];
  remove?: readonly { key: string; field: string }[];
  schedule?: string | null;
}

/** Changes what a set consists of; one that was approved is a draft again. */
export async function editChangeSet(application_id: number, id: string, edit: SetEdit): Promise<ChangeSet> {
  const body = { application_id, id, ...edit };
  return (await request<{ change_set: ChangeSet }>({ method: 'PUT', path, body })).body.change_set;
}

interface Step {
  action: ChangeSetAction;
  comment: string;
  confirmGuardrails: boolean;
}

/**
 * Takes a step with a set.
 * @returns the answer of the change where it was applied, whatever the outcomes of its rows; else `null`
 * @throws ApiError where the step was refused
 */
export async function stepChangeSet(application_id: number, id: string, step: Step): Promise<ChangeResponse | null> {
  const { action, comment, confirmGuardrails } = step;
  const body = {
    application_id,
    id,
    action,
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
    ...(confirmGuardrails ? { confirm_guardrails: true } : {}),
  };
  if (action === 'apply') return sendWrite({ method: 'PUT', path, body });
  await request({ method: 'PUT', path, body });
  return null;
}

/** Whether rows can still be added to a set. */
export const isOpenSet = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'draft' || state === 'submitted' || state === 'approved';

/** Whether a step was refused because of a guardrail that a confirmation lifts. */
export const asksConfirmation = (error: unknown): boolean => error instanceof ApiError && error.code === 'guardrail';
