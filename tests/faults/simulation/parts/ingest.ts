import type { EventLog } from '@tapwise/adapters';
import { type InstallReport, installDecider, installStream, recordInstall } from '@tapwise/domain';
import { createLogQueue } from '../../../../sdk-ingest/src/log-queue.ts';

/** What a process of `sdk-ingest` does about first launches. */
export interface Ingest {
  /** Resolves when the call is answered with success. @throws when the log does not take it in time. */
  report(install: Omit<InstallReport, 'received_at'>): Promise<void>;
}

export function openIngest(log: EventLog): Ingest {
  const queue = createLogQueue(log);
  return {
    report: async (install) => {
      if (!queue.admits()) throw new Error('turned away');
      const report = { ...install, received_at: new Date().toISOString() };
      await queue.handle({
        stream: installStream(install.application_id, install.install_id),
        decider: installDecider,
        assume: 'new',
        cause: crypto.randomUUID(),
        context: { actor: { kind: 'sdk', id: String(install.application_id) } },
        decide: (state) => recordInstall(state, report, { outcome: 'pending' }),
      });
    },
  };
}
