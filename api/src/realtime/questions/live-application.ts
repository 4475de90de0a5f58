import type { ReportTotals } from '@tapwise/contract';
import { todayTotals } from '@tapwise/projections/queries';
import { isRestricted } from '../../access/restricted-view.ts';
import { scopesOfApplication, todayOf } from '../../reports/report-scope.ts';
import { applicationRoom, type LiveContext, type LiveSocket } from '../live-server.ts';
import { historyGapMs, isHistoryComing } from './history-coming.ts';
import { createLiveQuestion } from './live-question.ts';
import { createTodayNews, type LiveMessage, restrictedMessage } from './today-news.ts';

const shortestGapMs = 250;
// The strip of today is asked less often than the rows under it: it costs a question per organization.
const todayGapMs = 1000;
const oldestResponseMs = 60_000;

/** Today's numbers of one application, for all who follow it. */
export interface LiveApplication {
  readonly room: string;
  enter(socket: LiveSocket): void;
  /** @returns how many follow it still. */
  leave(): number;
  close(): void;
}

/** The answer that was asked last. */
interface NewestToday {
  readonly message: LiveMessage;
  readonly position: bigint;
  readonly days: string;
  readonly at: number;
}

/** The room's `live` and `moved` messages. Rights are checked before a socket enters. */
export function createLiveApplication(context: LiveContext, applicationId: number): LiveApplication {
  const { deps, io, clock, touched } = context;
  const room = `application:${applicationId}`;
  const now = () => deps.now().getTime();
  let newest: NewestToday | undefined;
  const news = createTodayNews();
  let moved = { position: clock.position(), at: 0 };
  let followers = 0;

  const stillNeeded = (): boolean => {
    if (newest === undefined || now() - newest.at > oldestResponseMs) return true;
    return (
      daysOf(context, applicationId) !== newest.days ||
      touched.touched(applicationId, newest.position, clock.position())
    );
  };
  const question = createLiveQuestion({
    ask: async () => {
      const scopes = scopesOfApplication(deps, applicationId);
      if (scopes.length === 0) return;
      const days = daysOf(context, applicationId);
      const { totals, asOf, position } = await todayTotals(deps.tables, scopes, deps.now());
      const today = totals as ReportTotals;
      const message = { application_id: applicationId, position: position.toString(), as_of: asOf, today };
      newest = { message, position, days, at: now() };
      const { full, restricted } = news(message);
      if (full !== undefined) io.to(applicationRoom(applicationId, false)).emit('live', full);
      if (restricted !== undefined) io.to(applicationRoom(applicationId, true)).emit('live', restricted);
    },
    stillNeeded,
    limiter: context.limiter,
    onFault: (error) => deps.logger.warn({ err: error }, "Today's numbers could not be asked"),
    now,
    gapMs: () => (isHistoryComing(deps, applicationId) ? historyGapMs : todayGapMs),
  });
  const notifyMoved = (position: bigint): void => {
    const gapMs = isHistoryComing(deps, applicationId) ? historyGapMs : shortestGapMs;
    if (now() - moved.at < gapMs || !touched.touched(applicationId, moved.position, position)) return;
    moved = { position, at: now() };
    io.to(room).emit('moved', { read_model: 'reports', position: position.toString() });
  };
  const stopListening = clock.listen((position) => {
    notifyMoved(position);
    if (stillNeeded()) question.touch();
  });

  return {
    room,
    enter: (socket) => {
      touched.start();
      followers += 1;
      const restricted = isRestricted(socket.data.session);
      void socket.join([room, applicationRoom(applicationId, restricted)]);
      if (newest) socket.emit('live', restricted ? restrictedMessage(newest.message) : newest.message);
      else question.touch();
    },
    leave: () => {
      followers -= 1;
      return followers;
    },
    close: () => {
      stopListening();
      question.close();
    },
  };
}

/** The organizations' todays; another text means that a day has begun, or an organization was linked. */
function daysOf({ deps }: LiveContext, applicationId: number): string {
  const scopes = scopesOfApplication(deps, applicationId);
  return scopes.map(({ orgId, timeZone }) => `${orgId} ${todayOf(deps, timeZone)}`).join();
}
