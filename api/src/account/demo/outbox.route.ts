import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocal } from '@tapwise/adapters';
import { type OutboxMail, outboxMailSchema, outboxPath, outboxResponseSchema } from '@tapwise/contract/outbox';
import { DomainError } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

const mostMails = 100;
const fileName = /^([a-z-]+)--([a-z2-7]{26})\.json$/;
const contentSchema = outboxMailSchema.omit({ id: true });

/**
 * `GET /api/demo/outbox`: the mails of a server that has no mail server, so that a visitor of the demo can follow their links. They let
 * their reader into accounts, so only this machine is answered.
 */
export function outboxRoute(app: ApiServer, { settings }: ApiDependencies): void {
  app.get(
    outboxPath,
    { schema: { response: { 200: outboxResponseSchema } }, config: { right: 'public' } },
    async (request) => {
      if (settings.outbox === undefined || !isLocal(request.raw)) throw new DomainError('not_found');
      return { status: 'ok' as const, mails: await newestMails(settings.outbox) };
    },
  );
}

async function newestMails(folder: string): Promise<OutboxMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const newest = dated.toSorted((a, b) => b.at - a.at).slice(0, mostMails);
  const mails = await Promise.all(newest.map(({ name }) => readMail(folder, name)));
  return mails.flat().toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** None for a file that is gone or is no mail. */
async function readMail(folder: string, name: string): Promise<OutboxMail[]> {
  try {
    const content = contentSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    return [{ id: fileName.exec(name)?.[2] ?? '', ...content }];
  } catch {
    return [];
  }
}
