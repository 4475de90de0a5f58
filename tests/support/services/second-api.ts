import type { AddressInfo } from 'node:net';
import { openEventLog } from '@tapwise/adapters';
import { type ApiDependencies, buildApp, startDirectory } from '@tapwise/api';
import { laggingLog } from '../engines/lagging-log.ts';
import { type ApiService, callsOf } from './api-service.ts';

/** Another process of the API: its own state in memory, the same log, tables and keys. */
export interface SecondApi extends Pick<ApiService, 'deps' | 'call' | 'listen' | 'stop'> {}

/** @param lagMs by how much it sees later what others write. */
export async function startSecondApi(api: ApiService, lagMs: number): Promise<SecondApi> {
  const log = laggingLog(openEventLog(api.addresses.EVENTSTORE_URL), lagMs);
  const stopping = new AbortController();
  const directory = startDirectory(log, api.deps.logger, stopping.signal);
  const deps: ApiDependencies = { ...api.deps, log, directory };
  await directory.caughtUp;
  const app = await buildApp(deps);
  await app.ready();
  return {
    deps,
    call: callsOf(app),
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    stop: async () => {
      await app.close();
      stopping.abort();
      await log.close();
    },
  };
}
