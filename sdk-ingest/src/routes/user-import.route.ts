import { setImmediate as nextTurn } from 'node:timers/promises';
import { isSameSecret } from '@tapwise/adapters';
import { DomainError, type OpenApplication } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { type ImportedUser, userImportPayload } from '../payloads/user-import.payload.ts';
import { createImportReach } from '../user-import/import-reach.ts';
import { type ReadUser, readUser } from '../user-import/read-user.ts';
import { later, recordUsers } from '../user-import/record-users.ts';

const bodyLimit = 8 * 1024 * 1024;

/**
 * `POST /sdk/v1/users`: users of the past with what became of them, many in one call. What they say is not asked of Apple again, so it
 * takes the secret of whoever runs the server. Either all of a call can be accepted, or nothing of it is recorded.
 */
export function userImportRoute(app: FastifyInstance, context: IngestContext, secret: string): void {
  // One import is recorded after the other: what SDKs and the store send waits behind the appends of one at most.
  const turns = pLimit(1);
  const reach = createImportReach(context);
  const requireSecret = async ({ headers }: { headers: { authorization?: string | undefined } }) => {
    const bearerToken = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!isSameSecret(bearerToken, secret)) throw new DomainError('unauthorized');
  };
  app.post('/sdk/v1/users', { bodyLimit, onRequest: requireSecret }, async (request, reply) => {
    const payload = userImportPayload.parse(request.body);
    const application = await applicationOf(context, payload.api_key);
    const commandContext = { actor: { kind: 'operator', id: 'import' }, correlationId: request.id } as const;
    const users = await readUsers(context, application, payload.users);
    const position = await turns(async () => {
      const recorded = await recordUsers(context, commandContext, users);
      const reached = await reach.record(commandContext, application, { users, complete: payload.complete });
      return later(recorded, reached);
    });
    reply.header('x-log-position', position.toString());
    const sum = (of: (user: ReadUser) => number) => users.reduce((total, user) => total + of(user), 0);
    return {
      status: 'ok',
      users: users.length,
      notifications: sum(({ notifications }) => notifications.length),
      ignored: sum(({ ignored }) => ignored),
    };
  });
}

async function readUsers(
  context: IngestContext,
  application: OpenApplication,
  users: readonly ImportedUser[],
): Promise<ReadUser[]> {
  const receivedAt = nowIso(context);
  const read: ReadUser[] = [];
  for (const [index, user] of users.entries()) {
    read.push(await readUser(context, application, user, { path: `users.${index}`, receivedAt }));
    // Signatures take a third of a millisecond each: others get their turn between two users.
    if (user.notifications.length > 0) await nextTurn();
  }
  return read;
}
