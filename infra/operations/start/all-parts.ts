import type { ObtainedTemporal } from './begin-temporal.ts';
import { type ProgramOptions, programPart, type Setup } from './parts.ts';
import type { ProgramName } from './programs.ts';
import { keepStatusFile, type PartState } from './status-file.ts';
import { type RunningPart, supervise } from './supervisor.ts';
import { startTemporal, type TemporalPart } from './temporal-part.ts';

/** All parts of one start. */
export interface AllParts {
  /** Starts a program of ours; resolves when it answers. */
  start(name: ProgramName, options: ProgramOptions): Promise<void>;
  /** Ends every part in order, once; later calls wait for the same end. */
  stop(): Promise<void>;
}

/**
 * Parts are ended in this order: what takes calls first, engines last. Those of one stage end together, each within its grace
 * in milliseconds; all stages together take at most 8.5 s. Changes at partners that are under way need the most.
 */
const stopStages: readonly Readonly<Record<string, number>>[] = [
  { api: 1000, 'sdk-ingest': 1000 },
  { workflows: 4000 },
  { projections: 1000, simulator: 1000, payments: 1000, temporal: 1500 },
  { clickhouse: 2000, eventstore: 2000 },
];

/** How long all stages take at most, in milliseconds; a part that does not go is killed half a second after its grace. */
export const longestStopMs = stopStages
  .map((stage) => Math.max(...Object.values(stage)))
  .reduce((sum, graceMs) => sum + graceMs + 500, 0);

/** Opens the parts of a setup, none of which runs yet but Temporal, as soon as it is on this machine. */
export function openParts(setup: Setup, temporal: ObtainedTemporal, say: (line: string) => void): AllParts {
  const parts = new Map<string, RunningPart | TemporalPart>([['temporal', startTemporal(setup, temporal, say)]]);
  const states = () => Object.fromEntries([...parts].map(([name, part]): [string, PartState] => [name, part.state()]));
  const stopStatus = keepStatusFile(setup.dataDir, states, say);
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    say('stopping');
    stopStatus();
    for (const stage of stopStages) {
      await Promise.all(Object.entries(stage).map(([name, graceMs]) => parts.get(name)?.stop(graceMs)));
    }
    say('stopped');
  };
  return {
    start: async (name, options) => {
      const part = supervise(programPart(setup, name, options), setup.dataDir, say);
      parts.set(name, part);
      await part.ready;
      say(`${name} answers`);
    },
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}
