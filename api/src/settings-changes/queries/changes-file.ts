import { Readable } from 'node:stream';
import type { Change, ChangesResponse, changesQuerySchema } from '@tapwise/contract';
import { findApplication, isoCurrency, organizationName } from '@tapwise/domain';
import { askChangesPart, type ChangesPart, type ChangesQuestion } from '@tapwise/projections/queries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { holdsUpTo } from '../../http/log-position.ts';
import type { SettingsContext } from '../settings-context.ts';
import { actorNames, responseOf } from './change-response.ts';
import { changesCsv, changesCsvName } from './changes-csv.ts';

interface ChangesFileRequest {
  readonly question: ChangesQuestion;
  readonly query: z.infer<typeof changesQuerySchema>;
  readonly applicationId: number;
  readonly orgId: number;
}

/** Sends every change of a range as a file, part by part, so that none of it has to fit in memory. Rights were checked. */
export async function sendChangesFile(
  settingsContext: SettingsContext,
  { question, query, applicationId, orgId }: ChangesFileRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ChangesResponse> {
  const { deps } = settingsContext;
  const application = findApplication(deps.directory.state, applicationId);
  const { from, to, scope } = question;
  const narrowed = (['actor_kind', 'field', 'key', 'campaign_id', 'ad_group_id', 'level'] as const).flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[labels[name], value] as const];
  });
  // The first part is asked before anything is sent: what cannot be answered is refused in the usual form.
  const first = await askChangesPart(deps.tables, question, {}, request.signal);
  holdsUpTo(reply, first.position);
  const facts = {
    application: application?.name ?? '',
    organization: organizationName(application?.organizations ?? [], orgId),
    timeZone: scope.timeZone,
    from,
    to,
    narrowed,
    currency: isoCurrency(scope.orgCurrency),
    position: first.position,
    madeAt: deps.now(),
  };
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${changesCsvName({ from, to })}"`);
  const parts = partsFrom(settingsContext, question, first, request.signal);
  return reply.send(Readable.from(changesCsv(parts, facts))) as unknown as ChangesResponse;
}

const labels = {
  actor_kind: 'Actor',
  field: 'Setting',
  key: 'Object',
  campaign_id: 'Campaign id',
  ad_group_id: 'Ad group id',
  level: 'Level',
} as const;

async function* partsFrom(
  settingsContext: SettingsContext,
  question: ChangesQuestion,
  first: ChangesPart,
  signal: AbortSignal,
): AsyncGenerator<Change[]> {
  const cachedNames = new Map<string, string>();
  for (let part = first; ; ) {
    const names = await actorNames(settingsContext, part.changes, cachedNames);
    yield part.changes.map((change) => responseOf(change, names));
    if (part.beforeMs === null) return;
    part = await askChangesPart(settingsContext.deps.tables, question, { beforeMs: part.beforeMs }, signal);
  }
}
