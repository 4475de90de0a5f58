import { createHash } from 'node:crypto';
import { DomainError } from '@tapwise/domain';
import { reportWatches as openWatches } from '../../http/metrics.plugin.ts';
import { type ReportParameters, reportKey } from '../../reports/report-parameters.ts';
import type { LiveContext } from '../live-server.ts';
import { createReportWatch, type ReportWatch } from './report-watch.ts';

const mayBeWatched = 1000;
/** A report that is no longer watched is remembered this long, so that a reconnect gets only what changed. */
const rememberedMs = 120_000;
const sweepEveryMs = 5000;

/** All watched reports of this process. */
export interface ReportWatches {
  /** The watch of a report; made when there is none. Rights are checked before. @throws DomainError `too_many_requests`. */
  of(parameters: ReportParameters): ReportWatch;
  byId(id: string): ReportWatch | undefined;
  close(): void;
}

/** Everyone who asks for the same report gets the same watch, so each is asked once however many look at it. */
export function createReportWatches(context: LiveContext): ReportWatches {
  const watches = new Map<string, ReportWatch>();
  const forgetIdle = (): void => {
    const now = context.deps.now().getTime();
    for (const watch of watches.values()) {
      if (now - (watch.idleSince() ?? now) < rememberedMs) continue;
      watch.close();
      watches.delete(watch.id);
    }
    openWatches.set(watches.size);
  };
  const sweeper = setInterval(forgetIdle, sweepEveryMs);
  sweeper.unref();
  return {
    of: (parameters) => {
      const id = `w${createHash('sha256').update(reportKey(parameters)).digest('hex').slice(0, 24)}`;
      const existing = watches.get(id);
      if (existing) return existing;
      if (watches.size >= mayBeWatched) throw new DomainError('too_many_requests', { details: { retry_after: 5 } });
      const watch = createReportWatch(context, id, parameters);
      watches.set(id, watch);
      openWatches.set(watches.size);
      return watch;
    },
    byId: (id) => watches.get(id),
    close: () => {
      clearInterval(sweeper);
      for (const watch of watches.values()) watch.close();
    },
  };
}
