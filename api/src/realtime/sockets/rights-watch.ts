import type { RecordedEvent } from '@tapwise/adapters';
import { findApplication } from '@tapwise/domain';
import { presentMembership } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { presentScope } from '../../reports/report-scope.ts';
import { subjectApplicationOf, teamOf } from '../event-subject.ts';
import type { LiveServer, LiveSocket } from '../live-server.ts';

const lookAgainMs = 1000;

/** What may end the right of more than one connection, or change it. */
const endsRights: ReadonlySet<string> = new Set([
  'TeamMemberAccessChanged',
  'TeamMemberRemoved',
  'TeamMemberLeft',
  'TeamClosed',
  'PasswordChanged',
]);

/** Room of the connections that one token opened. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;

/** Room of the connections of everyone in a team. */
export const teamRoom = (teamId: number): string => `team:${teamId}`;

/** Ends connections whose right has ended or changed: at once after an event that says so, within a second after an expiry. */
export function watchRights(io: LiveServer, deps: ApiDependencies): { stop(): void } {
  const review = (): void => {
    for (const socket of io.sockets.sockets.values()) reviewSocket(deps, socket);
  };
  const stopListening = deps.directory.onEvent(({ event, position }: RecordedEvent) => {
    if (event.type === 'SessionClosed') io.in(sessionRoom(event.data.token_hash)).disconnectSockets(true);
    if (endsRights.has(event.type)) review();
    const teamId = teamOf(event, deps.directory.state);
    const applicationId = subjectApplicationOf(event, deps.directory.state);
    const rooms = [
      ...(teamId === undefined ? [] : [teamRoom(teamId)]),
      ...(applicationId === undefined ? [] : [`application:${applicationId}`]),
    ];
    // What a page shows of the team, of an application's set-up, or of its change sets has changed.
    if (rooms.length > 0) io.to(rooms).emit('moved', { read_model: 'account', position: position.toString() });
  });
  const timer = setInterval(review, lookAgainMs);
  timer.unref();
  return {
    stop: () => {
      stopListening();
      clearInterval(timer);
    },
  };
}

function reviewSocket(deps: ApiDependencies, socket: LiveSocket): void {
  const { session } = socket.data;
  const membership = presentMembership(deps, session.tokenHash);
  if (membership === undefined || !ownsWhatItFollows(deps, socket)) socket.disconnect(true);
  // A connection that is cut comes back by itself, and then follows with the rights it has now.
  else if (membership.access !== session.access) socket.conn.close();
}

function ownsWhatItFollows(deps: ApiDependencies, { data }: LiveSocket): boolean {
  const team = data.session.team.team_id;
  const isOwn = (applicationId: number) => findApplication(deps.directory.state, applicationId)?.team_id === team;
  const watched = [...data.watches.values()];
  return (
    [...data.applications].every(isOwn) &&
    watched.every(({ applicationId, orgId }) => isOwn(applicationId) && presentScope(deps, applicationId, orgId))
  );
}
