import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { CatchUp } from '../access/folds/catch-up.ts';
import type { ReportSchedulesFollower } from '../access/folds/report-schedules-follower.ts';
import { createLimiter } from '../access/limits/limiter.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { openSockets } from '../http/metrics.plugin.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';
import type { LiveServer } from './live-server.ts';
import { noticeAlerts } from './notices/alert-notices.ts';
import { noticeAutomations } from './notices/automation-notices.ts';
import { noticeChanges } from './notices/change-notices.ts';
import { noticeCreations } from './notices/creation-notices.ts';
import { noticeReports } from './notices/report-notices.ts';
import { createTableClock } from './positions/table-clock.ts';
import { createTouchedApplications } from './positions/touched-applications.ts';
import { sessionRoom, teamRoom, watchRights } from './sockets/rights-watch.ts';
import { cutWhenSlow } from './sockets/slow-clients.ts';
import { guardConnections, isOwnOrigin } from './sockets/socket-guard.ts';
import { createSocketSessions } from './sockets/socket-session.ts';
import { createReportWatches } from './watches/report-watches.ts';

const largestMessageBytes = 64 * 1024;
const questionsAtOnce = 3;
const questionsWaiting = 5000;

/** The live side: sockets on the same port as the calls. Nothing is asked while no page listens. */
export interface Realtime {
  close(): Promise<void>;
}

/** What pages are told news of. */
export interface NewsSources
  extends Pick<SettingsContext, 'watch' | 'creations' | 'automations' | 'customRules' | 'alerts'> {
  readonly schedules: ReportSchedulesFollower;
}

/** Attaches Socket.IO to the server that answers the calls; works once that listens. */
export function attachRealtime(
  server: HttpServer,
  deps: ApiDependencies,
  sources: NewsSources,
  catchUp: CatchUp,
): Realtime {
  const { watch: changes, creations } = sources;
  const stopped = new AbortController();
  const io: LiveServer = new Server(server, {
    // Polling too, because that is what a Socket.IO client tries first by default; each of its calls has to reach this process.
    transports: ['websocket', 'polling'],
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, deps.settings.publicUrl)),
  });
  const clock = createTableClock(deps, stopped.signal);
  const touched = createTouchedApplications(deps, stopped.signal, clock.expect);
  const limiter = createLimiter(questionsAtOnce, questionsWaiting);
  const context = { deps, io, clock, touched, limiter, catchUp };
  const watches = createReportWatches(context);
  const sessions = createSocketSessions(context, watches);
  guardConnections(io, deps, catchUp);
  const rights = watchRights(io, deps);
  const stopNotices = noticeChanges(io, changes, () => performance.now());
  const stopCreationNotices = noticeCreations(io, creations, () => performance.now());
  const stopAutomationNotices = noticeAutomations(io, sources, () => performance.now());
  const stopAlertNotices = noticeAlerts(io, sources.alerts, deps);
  const stopReportNotices = noticeReports(io, sources.schedules);
  io.on('connection', (socket) => {
    openSockets.set(io.sockets.sockets.size);
    cutWhenSlow(socket);
    const { tokenHash, team } = socket.data.session;
    void socket.join([sessionRoom(tokenHash), teamRoom(team.team_id)]);
    sessions.open(socket);
    socket.on('disconnect', () => openSockets.set(io.sockets.sockets.size));
  });
  return {
    close: async () => {
      stopped.abort();
      stopNotices();
      stopCreationNotices();
      stopAutomationNotices();
      stopAlertNotices();
      stopReportNotices();
      rights.stop();
      clock.close();
      watches.close();
      sessions.close();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
