import type { RecordedEvent } from '@tapwise/adapters';
import { findApplication } from '@tapwise/domain';
import { isStillSignedIn } from '../access/sessions.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { presentScope } from '../queries/reports/report-scope.ts';
import { applicationOf } from './event-subject.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

const lookAgainMs = 1000;

/** Room of the connections that one token opened. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;

/** Ends connections whose right has ended: at once when their session is closed, within a second for any other reason. */
export function watchRights(io: LiveServer, deps: ApiDependencies): { stop(): void } {
  const stopListening = deps.directory.onEvent(({ event, position }: RecordedEvent) => {
    if (event.type === 'SessionClosed') io.in(sessionRoom(event.data.token_hash)).disconnectSockets(true);
    const applicationId = applicationOf(event);
    if (applicationId === undefined) return;
    // What a page shows of an application's set-up has changed.
    io.to(`application:${applicationId}`).emit('moved', {
      read_model: 'account',
      position: position.toString(),
    });
  });
  const timer = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      if (!hasRights(deps, socket)) socket.disconnect(true);
    }
  }, lookAgainMs);
  timer.unref();
  return {
    stop: () => {
      stopListening();
      clearInterval(timer);
    },
  };
}

function hasRights(deps: ApiDependencies, { data }: LiveSocket): boolean {
  if (!isStillSignedIn(deps, data.session.tokenHash)) return false;
  const team = data.session.account.team_id;
  const isOwn = (applicationId: number) => findApplication(deps.directory.state, applicationId)?.team_id === team;
  const watched = [...data.watches.values()];
  return (
    [...data.applications].every(isOwn) &&
    watched.every(({ applicationId, orgId }) => isOwn(applicationId) && presentScope(deps, applicationId, orgId))
  );
}
