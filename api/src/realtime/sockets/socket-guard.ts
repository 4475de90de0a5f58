import type { IncomingMessage } from 'node:http';
import { DomainError } from '@tapwise/domain';
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
export function guardConnections(io: LiveServer, deps: ApiDependencies): void {
  const perAccount = new Map<number, number>();
  io.use((socket, next) => {
    try {
      enter(socket, deps, perAccount, io.engine.clientsCount);
      next();
    } catch (error) {
      const { status, ...refusal } = refusalResponse(deps, error) as {
        status: 'error';
        error_message: string;
        code: string;
      };
      next(Object.assign(new Error(refusal.error_message), { data: { status, ...refusal } }));
    }
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

function enter(socket: LiveSocket, deps: ApiDependencies, perAccount: Map<number, number>, open: number): void {
  const token: unknown = socket.handshake.auth.token;
  const session = requireSession(deps, typeof token === 'string' ? token : undefined);
  const { account_id, demo } = session.account;
  const limit = demo ? connectionsOfDemo : connectionsPerAccount;
  if (open > connectionsAtOnce || (perAccount.get(account_id) ?? 0) >= limit) {
    throw new DomainError('too_many_requests');
  }
  socket.data.session = session;
  socket.data.applications = new Set();
  socket.data.watches = new Map();
  socket.data.pending = 0;
  socket.data.budget = freshBudget(deps.now().getTime());
}
