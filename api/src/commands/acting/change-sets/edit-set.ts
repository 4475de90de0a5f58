import type { changeSetBodySchema } from '@tapwise/contract';
import {
  campaignsOf,
  changeSetName,
  DomainError,
  editChangeSet,
  mostRows,
  readSchedule,
  readSetRows,
  requireWritable,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sessionOf } from '../../../plugins/rights.plugin.ts';
import { type Acting, presentCampaigns } from '../acting.ts';
import type { OwnChangeSet } from './own-change-set.ts';
import { writeSet } from './write-set.ts';

type Body = z.infer<typeof changeSetBodySchema>;

export const hasEdits = ({ name, rows, remove, schedule }: Body): boolean =>
  [name, rows, remove, schedule].some((each) => each !== undefined);

/** Changes what a set consists of. @throws DomainError as a direct change does, and `wrong_state`. */
export async function editSet(
  acting: Acting,
  { set, application, organization }: OwnChangeSet,
  body: Body,
  request: FastifyRequest,
): Promise<bigint> {
  const { rows: given = [], remove = [] } = body;
  if (given.length > mostRows || remove.length > mostRows) throw new DomainError('too_many_rows');
  const removed = new Set(remove.map(({ key, field }) => `${key} ${field}`));
  const staying = new Map([...set.rows].filter(([name]) => !removed.has(name)));
  const keys = [...given, ...staying.values()].map(({ key }) => key);
  const campaigns = await presentCampaigns(acting, given.length === 0 ? [] : campaignsOf(keys));
  const rows = readSetRows(given, staying, {
    orgId: set.org_id,
    adamId: application.adam_id,
    currency: set.currency,
    campaigns: new Map([...campaigns].map(([id, { state }]) => [id, state])),
  });
  const at = acting.deps.now();
  const name = body.name === undefined ? undefined : changeSetName(body.name);
  const { schedule: asked } = body;
  const schedule = typeof asked === 'string' ? readSchedule(asked, organization.time_zone, at.getTime()) : asked;
  requireWritable(application, set.org_id);
  const { account_id: by } = sessionOf(request).account;
  const edit = { name, schedule, rows, removed: remove, by, at: at.toISOString() };
  return writeSet(acting, request, {
    id: set.change_set_id,
    cause: 'edited',
    decide: (state) => editChangeSet(state, edit),
  });
}
