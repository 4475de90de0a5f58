import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporalServerCommand } from '@tapwise/temporal-server';
import type { ObtainedTemporal } from './begin-temporal.ts';
import type { Setup } from './parts.ts';
import { accepts } from './probes.ts';
import type { PartState } from './status-file.ts';
import { type RunningPart, supervise } from './supervisor.ts';

/** Temporal's own dev server: got in the background, because the product opens without it. */
export interface TemporalPart {
  state(): PartState;
  stop(graceMs: number): Promise<void>;
}

/** Runs the server as soon as it is on this machine. With an address given, nothing is started here. */
export function startTemporal(setup: Setup, obtained: ObtainedTemporal, say: (line: string) => void): TemporalPart {
  const { TEMPORAL_ADDRESS } = setup.environment;
  if (TEMPORAL_ADDRESS !== undefined) {
    return { state: () => ({ status: 'ok', detail: `at ${TEMPORAL_ADDRESS}` }), stop: async () => undefined };
  }
  let part: RunningPart | undefined;
  let failure: PartState | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    const binary = await obtained.binary;
    if (binary === undefined || stopped) return;
    part = superviseServer(setup, binary, say);
    await part.ready;
    say('temporal answers');
  };
  run().catch((error: unknown) => {
    failure = { status: 'down', detail: error instanceof Error ? error.message : String(error) };
    say(`temporal: ${failure.detail}`);
  });
  return {
    state: () => part?.state() ?? failure ?? obtained.state(),
    stop: async (graceMs) => {
      stopped = true;
      obtained.giveUp();
      await part?.stop(graceMs);
    },
  };
}

function superviseServer({ dataDir, ports }: Setup, binary: string, say: (line: string) => void): RunningPart {
  mkdirSync(join(dataDir, 'temporal'), { recursive: true });
  const { command, args } = temporalServerCommand({
    binary,
    ip: '127.0.0.1',
    port: ports.temporal,
    dbFile: join(dataDir, 'temporal', 'temporal.db'),
  });
  return supervise(
    { name: 'temporal', command, args, environment: {}, isResponding: () => accepts(ports.temporal) },
    dataDir,
    say,
  );
}
