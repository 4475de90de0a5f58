import { subscribeMessageSchema, unwatchMessageSchema, watchMessageSchema } from '@tapwise/contract';
import { DomainError, findApplication } from '@tapwise/domain';
import type { z } from 'zod';
import { ownApplication } from '../../access/own-application.ts';
import { isRestricted } from '../../access/restricted-view.ts';
import { readReportParameters } from '../../reports/report-parameters.ts';
import { checkParents, ownReportScope } from '../../reports/report-scope.ts';
import type { LiveContext, LiveSocket } from '../live-server.ts';
import { createLiveApplication, type LiveApplication } from '../questions/live-application.ts';
import { type ReportWatch, rowsMessage } from '../watches/report-watch.ts';
import type { ReportWatches } from '../watches/report-watches.ts';
import { type Completion, guardedListener, type MessageHandler } from './message-guard.ts';

const watchesPerSocket = 16;
const applicationsPerSocket = 50;

/** Makes the three calls of a connection, and takes it out of everything when it ends. */
export function createSocketSessions(context: LiveContext, watches: ReportWatches) {
  const applications = new Map<number, LiveApplication>();

  const leaveApplication = (applicationId: number): void => {
    const application = applications.get(applicationId);
    if (application === undefined || application.leave() > 0) return;
    application.close();
    applications.delete(applicationId);
  };
  const followed = (applicationId: number): LiveApplication => {
    const liveApplication = applications.get(applicationId) ?? createLiveApplication(context, applicationId);
    applications.set(applicationId, liveApplication);
    return liveApplication;
  };
  const leaveAll = (socket: LiveSocket): void => {
    for (const applicationId of socket.data.applications) leaveApplication(applicationId);
    for (const id of socket.data.watches.keys()) watches.byId(id)?.leave();
    socket.data.applications.clear();
    socket.data.watches.clear();
  };

  return {
    open: (socket: LiveSocket): void => {
      const { deps } = context;
      const subscribe: MessageHandler<z.infer<typeof subscribeMessageSchema>> = async ({ application_id }) => {
        // It may have been created at another process just now.
        if (findApplication(deps.directory.state, application_id) === undefined) {
          await context.catchUp(String(await deps.log.lastPosition()));
        }
        ownApplication(deps, socket.data.session, application_id);
        return () => {
          const mine = socket.data.applications;
          if (mine.has(application_id)) return {};
          if (mine.size >= applicationsPerSocket) throw new DomainError('too_many_requests');
          mine.add(application_id);
          return { afterwards: () => followed(application_id).enter(socket) };
        };
      };
      socket.on('subscribe', guardedListener(deps, socket, subscribeMessageSchema, subscribe));
      socket.on('watch', guardedListener(deps, socket, watchMessageSchema, watchHandler(context, watches, socket)));
      socket.on('unwatch', guardedListener(deps, socket, unwatchMessageSchema, unwatchHandler(watches, socket)));
      socket.on('disconnect', () => leaveAll(socket));
    },
    close: (): void => {
      for (const application of applications.values()) application.close();
    },
  };
}

function watchHandler(
  { deps }: LiveContext,
  watches: ReportWatches,
  socket: LiveSocket,
): MessageHandler<z.infer<typeof watchMessageSchema>> {
  return async ({ call, params, since }) => {
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    refuseUnknownParameters(texts);
    const parameters = readReportParameters(call, texts, isRestricted(socket.data.session));
    const scope = ownReportScope(deps, socket.data.session, parameters);
    if (socket.data.watches.size + socket.data.pending >= watchesPerSocket) throw new DomainError('too_many_requests');
    socket.data.pending += 1;
    try {
      await checkParents(deps, scope, parameters);
      const watch = watches.of(parameters);
      await watch.prepare();
      return () => enterWatch(socket, watch, parameters, since);
    } finally {
      socket.data.pending -= 1;
    }
  };
}

function enterWatch(
  socket: LiveSocket,
  watch: ReportWatch,
  { applicationId, orgId }: { applicationId: number; orgId: number },
  since: string | undefined,
): Completion {
  const report = watch.state();
  const lacking = since === undefined ? undefined : watch.since(BigInt(since));
  const entry = socket.data.watches.get(watch.id);
  socket.data.watches.set(watch.id, { applicationId, orgId, times: (entry?.times ?? 0) + 1 });
  if (entry === undefined) {
    watch.enter();
    void socket.join(watch.room);
  }
  return {
    response: { watch: watch.id, position: report.position.toString() },
    afterwards: () => {
      if (lacking === undefined) return;
      const any = lacking.snapshot || lacking.changed.length + lacking.removed.length > 0;
      if (any) socket.emit('rows', rowsMessage(watch.id, report, lacking));
    },
  };
}

function unwatchHandler(
  watches: ReportWatches,
  socket: LiveSocket,
): MessageHandler<z.infer<typeof unwatchMessageSchema>> {
  return async ({ watch: id }) => {
    const entry = socket.data.watches.get(id);
    if (entry === undefined) throw new DomainError('not_found', { message: 'This watch was not found.' });
    return () => {
      entry.times -= 1;
      const watch = watches.byId(id);
      if (entry.times > 0 || watch === undefined || !socket.data.watches.delete(id)) return {};
      watch.leave();
      void socket.leave(watch.room);
      return {};
    };
  };
}

const parameterNames: ReadonlySet<string> = new Set([
  'application_id',
  'asa_organization_id',
  'from',
  'to',
  'campaign_id',
  'ad_group_id',
  'country',
  'claim_type',
  'status',
  'labels',
  'campaign_ids',
  'group',
]);

function refuseUnknownParameters(params: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(params).find((name) => !parameterNames.has(name));
  if (unknown !== undefined) {
    throw new DomainError('invalid_request', { message: `The parameter "${unknown}" is not known.` });
  }
}
