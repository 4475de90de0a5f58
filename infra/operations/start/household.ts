import { type House, type ProgramName, type ProgramOptions, programPart } from './parts.ts';
import { keepStatusFile, type PartState } from './status-file.ts';
import { type RunningPart, supervise } from './supervisor.ts';
import { startTemporal, type TemporalPart } from './temporal-part.ts';

/** All parts of one start. */
export interface Household {
  /** Starts a program of ours; resolves when it answers. */
  start(name: ProgramName, own: ProgramOptions): Promise<void>;
  /** Ends every part in order, once; later calls wait for the same end. */
  stop(): Promise<void>;
}

/** Parts are ended in this order: doors first, engines last. */
const stopOrder = [
  'api',
  'sdk-ingest',
  'workflows',
  'projections',
  'simulator',
  'temporal',
  'clickhouse',
  'eventstore',
];
const patienceMs: Readonly<Record<string, number>> = { temporal: 1500, clickhouse: 2000, eventstore: 2000 };

/** Opens an empty household, which at once looks for Temporal in the background. */
export function openHousehold(house: House, say: (line: string) => void): Household {
  const parts = new Map<string, RunningPart | TemporalPart>([['temporal', startTemporal(house, say)]]);
  const stopStatus = keepStatusFile(house.dataDir, () =>
    Object.fromEntries([...parts].map(([name, part]): [string, PartState] => [name, part.state()])),
  );
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    say('stopping');
    stopStatus();
    for (const name of stopOrder) await parts.get(name)?.stop(patienceMs[name] ?? 1000);
    say('stopped');
  };
  return {
    start: async (name, own) => {
      const part = supervise(programPart(house, name, own), house.dataDir);
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
