import type { IncomingMessage } from 'node:http';
import { DomainError, type OpenAccount } from '@tapwise/domain';
import type { CatchUp } from '../../access/folds/catch-up.ts';
import { requireSession } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import type { LiveServer, LiveSocket } from '../live-server.ts';
import { freshBudget, refusalResponse } from './message-guard.ts';

const connectionsAtOnce = 10_000;
const connectionsPerAccount = 2000;
/** All visitors share the demo account. */
const connectionsOfDemo = 8000;

/**
 * Whether a browser page of that origin may open a socket: pages of the same host only. Programs that are no browsers send
 * no origin.
 */
export function isOwnOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const publicHost = publicUrl !== undefined && URL.canParse(publicUrl) ? new URL(publicUrl).host : undefined;
  const originHost = new URL(origin).host;
  return originHost !== '' && (originHost === host || originHost === publicHost);
}

/** Accepts sockets with a valid token and within the limits of connections; the others get `connect_error`. */
export function guardConnections(io: LiveServer, deps: ApiDependencies, catchUp: CatchUp): void {
  const perAccount = new Map<number, number>();
  io.use((socket, next) => {
    enter(socket, deps, catchUp, ({ account_id, demo }) => {
      const limit = demo ? connectionsOfDemo : connectionsPerAccount;
      return io.engine.clientsCount <= connectionsAtOnce && (perAccount.get(account_id) ?? 0) < limit;
    }).then(
      () => next(),
      (error: unknown) => {
        const { status, ...refusal } = refusalResponse(deps, error) as {
          status: 'error';
          error_message: string;
          code: string;
        };
        next(Object.assign(new Error(refusal.error_message), { data: { status, ...refusal } }));
      },
    );
  });
  io.on('connection', (socket) => {
    const { account_id } = socket.data.session.account;
    perAccount.set(account_id, (perAccount.get(account_id) ?? 0) + 1);
    socket.on('disconnect', () => {
      const left = (perAccount.get(account_id) ?? 1) - 1;
      if (left > 0) perAccount.set(account_id, left);
      else perAccount.delete(account_id);
    });
  });
}

async function enter(
  socket: LiveSocket,
  deps: ApiDependencies,
  catchUp: CatchUp,
  hasRoomFor: (account: OpenAccount) => boolean,
): Promise<void> {
  const { token, position }: Record<string, unknown> = socket.handshake.auth;
  await catchUp(position);
  const session = await requireSession(deps, typeof token === 'string' ? token : undefined);
  if (!hasRoomFor(session.account)) throw new DomainError('too_many_requests');
  socket.data.session = session;
  socket.data.applications = new Set();
  socket.data.watches = new Map();
  socket.data.pending = 0;
  socket.data.budget = freshBudget(deps.now().getTime());
}
