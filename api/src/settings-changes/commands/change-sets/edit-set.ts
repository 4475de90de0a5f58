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
import { sessionOf } from '../../../http/rights.plugin.ts';
import { entryLimits } from '../../entry-limits.ts';
import type { OwnChangeSet } from '../../own-change-set.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { writeSet } from './write-set.ts';

type Body = z.infer<typeof changeSetBodySchema>;

export const hasEdits = ({ name, rows, remove, schedule }: Body): boolean =>
  [name, rows, remove, schedule].some((edit) => edit !== undefined);

/** Changes what a set consists of. @throws DomainError as a direct change does, and `wrong_state`. */
export async function editSet(
  settingsContext: SettingsContext,
  { set, application, organization }: OwnChangeSet,
  body: Body,
  request: FastifyRequest,
): Promise<bigint> {
  const { rows: enteredRows = [], remove = [] } = body;
  if (enteredRows.length > mostRows || remove.length > mostRows) throw new DomainError('too_many_rows');
  const removed = new Set(remove.map(({ key, field }) => `${key} ${field}`));
  const staying = new Map([...set.rows].filter(([name]) => !removed.has(name)));
  const keys = [...enteredRows, ...staying.values()].map(({ key }) => key);
  const campaigns = await presentCampaigns(settingsContext, enteredRows.length === 0 ? [] : campaignsOf(keys));
  const rows = readSetRows(enteredRows, staying, {
    orgId: set.org_id,
    adamId: application.adam_id,
    currency: set.currency,
    limits: entryLimits(settingsContext.deps),
    campaigns: new Map([...campaigns].map(([id, { state }]) => [id, state])),
  });
  const at = settingsContext.deps.now();
  const name = body.name === undefined ? undefined : changeSetName(body.name);
  const { schedule: requestedSchedule } = body;
  const schedule =
    typeof requestedSchedule === 'string'
      ? readSchedule(requestedSchedule, organization.time_zone, at.getTime())
      : requestedSchedule;
  requireWritable(application, set.org_id, settingsContext.deps.appleAds.version);
  const { account_id: by } = sessionOf(request).account;
  const edit = { name, schedule, rows, removed: remove, by, at: at.toISOString() };
  return writeSet(settingsContext, request, {
    id: set.change_set_id,
    cause: 'edited',
    decide: (state) => editChangeSet(state, edit),
  });
}
