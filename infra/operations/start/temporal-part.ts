import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { obtainTemporal, temporalServerCommand } from '@tapwise/temporal-server';
import type { Setup } from './parts.ts';
import { accepts } from './probes.ts';
import type { PartState } from './status-file.ts';
import { type RunningPart, supervise } from './supervisor.ts';

/** Temporal's own dev server: got in the background, because the product opens without it. */
export interface TemporalPart {
  state(): PartState;
  stop(graceMs: number): Promise<void>;
}

/** Looks for the server, gets it if need be, and runs it. With an address given, nothing is started here. */
export function startTemporal(setup: Setup, say: (line: string) => void): TemporalPart {
  const { environment, dataDir, ports } = setup;
  if (environment.TEMPORAL_ADDRESS !== undefined) {
    return {
      state: () => ({ status: 'ok', detail: `at ${environment.TEMPORAL_ADDRESS}` }),
      stop: async () => undefined,
    };
  }
  const giveUp = new AbortController();
  let part: RunningPart | undefined;
  let waiting: PartState = { status: 'starting', detail: 'being looked for' };
  const begin = async (): Promise<void> => {
    const binary = await obtainTemporal({
      signal: giveUp.signal,
      onProgress: (progress) => {
        waiting = { status: progress.state === 'failed' ? 'down' : 'starting', detail: progress.detail };
        say(`temporal: ${progress.detail}`);
      },
    });
    if (binary === undefined || giveUp.signal.aborted) return;
    mkdirSync(join(dataDir, 'temporal'), { recursive: true });
    const { command, args } = temporalServerCommand({
      binary,
      ip: '127.0.0.1',
      port: ports.temporal,
      dbFile: join(dataDir, 'temporal', 'temporal.db'),
    });
    part = supervise(
      { name: 'temporal', command, args, environment: {}, answers: () => accepts(ports.temporal) },
      dataDir,
    );
    await part.ready;
    say('temporal answers');
  };
  begin().catch((error: unknown) => {
    waiting = { status: 'down', detail: error instanceof Error ? error.message : String(error) };
    say(`temporal: ${waiting.detail}`);
  });
  return {
    state: () => part?.state() ?? waiting,
    stop: async (graceMs) => {
      giveUp.abort();
      await part?.stop(graceMs);
    },
  };
}
