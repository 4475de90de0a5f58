import { obtainTemporal, readMachine } from '@tapwise/temporal-server';
import type { PartState } from './status-file.ts';

/** Temporal's server on its way to this machine. */
export interface ObtainedTemporal {
  /** The program, or `undefined` when it cannot be had here. */
  readonly binary: Promise<string | undefined>;
  state(): PartState;
  giveUp(): void;
}

/** Looks for Temporal's server and gets it if need be, in the background. Where the product uses another one, it does nothing. */
export function beginTemporal(say: (line: string) => void): ObtainedTemporal {
  const ended = new AbortController();
  const machine = readMachine();
  if (machine.temporalAddress !== undefined) ended.abort();
  let state: PartState = { status: 'starting', detail: 'being looked for' };
  const binary = obtainTemporal({
    machine,
    signal: ended.signal,
    onProgress: ({ state: progress, detail }) => {
      state = { status: progress === 'failed' ? 'down' : 'starting', detail };
      say(`temporal: ${detail}`);
    },
  }).catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    state = { status: 'down', detail };
    say(`temporal: ${detail}`);
    return undefined;
  });
  return { binary, state: () => state, giveUp: () => ended.abort() };
}
