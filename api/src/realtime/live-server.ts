import type { ClientToServer, ServerToClient } from '@tapwise/contract';
import type { Server, Socket } from 'socket.io';
import type { CatchUp } from '../access/folds/catch-up.ts';
import type { Limiter } from '../access/limits/limiter.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import type { TableClock } from './positions/table-clock.ts';
import type { TouchedApplications } from './positions/touched-applications.ts';

/** What is kept about one connection. */
export interface SocketData {
  session: Session;
  /** Applications it follows. */
  applications: Set<number>;
  /** Reports it watches, by watch id; several parts of a page may watch the same one. */
  watches: Map<string, { applicationId: number; orgId: number; times: number }>;
  /** Watches that are being set up. */
  pending: number;
  /** What it may still send; see `spendMessage`. */
  budget: { left: number; at: number };
}

export type LiveServer = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<never, never>, SocketData>;

/** What the parts of the live side share. */
export interface LiveContext {
  readonly deps: ApiDependencies;
  readonly io: LiveServer;
  readonly clock: TableClock;
  readonly touched: TouchedApplications;
  /** Bounds how many questions the live side asks at once, so that pages which ask over HTTP are not held up. */
  readonly limiter: Limiter;
  readonly catchUp: CatchUp;
}

/** Of the followers of an application, those who may see everything, and the others. */
export const applicationRoom = (applicationId: number, restricted: boolean): string =>
  `application:${applicationId}:${restricted ? 'restricted' : 'full'}`;
