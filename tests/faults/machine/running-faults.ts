import { chownSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exhaustMemory, killPart } from './kills.ts';
import { type Machine, pidOf, plainUser } from './machine.ts';

/** Where the product may say what is wrong. */
export type Source = 'terminal' | 'readyz' | 'doctor' | 'log of eventstore' | 'log of api' | 'log of sdk-ingest';

/** What is wrong with the machine while the product runs. */
export interface RunningFault {
  readonly kind: string;
  /** Brings it about. @returns what takes it away again. */
  readonly cause: (machine: Machine) => Promise<() => Promise<void> | void>;
  /** What people can read of it, and where. Nothing where the product goes on as if nothing were. */
  readonly seen: readonly (readonly [Source, RegExp])[];
  /** How long it lasts at least, in milliseconds. */
  readonly lastsMs: number;
}

/** Makes a disk read-only at the one moment when no process writes to it. */
async function withoutWriters(machine: Machine): Promise<void> {
  for (;;) {
    killPart(machine, 'eventstore');
    for (let tries = 0; tries < 40; tries += 1) {
      try {
        machine.log.setReadOnly(true);
        return;
      } catch {
        await pause(5);
      }
    }
  }
}

function changeOwner(folder: string, owner: number): void {
  chownSync(folder, owner, owner);
  for (const name of readdirSync(folder)) chownSync(join(folder, name), owner, owner);
}

/** Listens where a part listened, before it is back. */
async function takePort(machine: Machine, part: string, port: number): Promise<Server> {
  for (;;) {
    killPart(machine, part);
    const server = createServer((socket) => socket.destroy());
    const isTaken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isTaken) return server;
    await pause(20);
  }
}

const memory = (part: string): RunningFault => ({
  kind: `out of memory: ${part}`,
  cause: async (machine) => {
    await exhaustMemory(pidOf(part, machine.dataDir));
    return () => undefined;
  },
  seen: [['terminal', new RegExp(`${part}: it (ran out of memory|was killed, as the system does)`)]],
  lastsMs: 0,
});

const hourMs = 3_600_000;

export const runningFaults: readonly RunningFault[] = [
  {
    kind: 'disk of the log full',
    cause: async ({ log }) => {
      log.fill();
      return () => log.free();
    },
    seen: [
      ['readyz', /takes no appends \(its disk is full\)/],
      ['log of eventstore', /cannot be written and refuses all appends.*No space left/],
    ],
    lastsMs: 8000,
  },
  {
    kind: 'disk of all else full (tables, logs, keys)',
    cause: async ({ data }) => {
      data.fill();
      return () => data.free();
    },
    seen: [
      ['readyz', /disk of the data folder is nearly full: 0 MB left/],
      ['doctor', /MISSING +3 GB of free disk/],
    ],
    lastsMs: 8000,
  },
  {
    kind: 'no more files on the disk',
    cause: async ({ data }) => {
      data.fillFiles();
      return () => data.free();
    },
    seen: [
      ['readyz', /disk of the data folder is nearly full: room for 0 files/],
      ['doctor', /MISSING +0 more files fit/],
    ],
    lastsMs: 8000,
  },
  {
    kind: 'disk of the log read-only',
    cause: async (machine) => {
      await withoutWriters(machine);
      return () => machine.log.setReadOnly(false);
    },
    seen: [
      ['terminal', /eventstore: it ended with code 1: .*Read-only file system/i],
      ['doctor', /down +part eventstore: .*Read-only file system/i],
    ],
    lastsMs: 8000,
  },
  {
    kind: "the log's folder belongs to another user",
    cause: async (machine) => {
      const folder = join(machine.dataDir, 'eventstore');
      changeOwner(folder, 0);
      killPart(machine, 'eventstore');
      return () => changeOwner(folder, plainUser);
    },
    seen: [
      ['terminal', /eventstore: it ended with code 1: .*(permission denied|EACCES)/i],
      ['doctor', /down +part eventstore: .*(permission denied|EACCES)/i],
    ],
    lastsMs: 8000,
  },
  {
    kind: 'the keys belong to another user',
    cause: async (machine) => {
      const folder = join(machine.dataDir, 'keys');
      chownSync(folder, 0, 0);
      return () => chownSync(folder, plainUser, plainUser);
    },
    seen: [['doctor', /MISSING +the keys in \S+ cannot be written by this user/]],
    lastsMs: 3000,
  },
  {
    kind: 'port of a part taken while it was away',
    cause: async (machine) => {
      const server = await takePort(machine, 'sdk-ingest', Number(machine.environment.INGEST_PORT));
      return () => void server.close();
    },
    seen: [
      ['terminal', /sdk-ingest: it ended with code 1: .*EADDRINUSE/],
      ['doctor', /down +part sdk-ingest: .*EADDRINUSE/],
    ],
    lastsMs: 8000,
  },
  {
    kind: 'clock an hour ahead, then right again',
    cause: async (machine) => {
      machine.shiftClock(hourMs);
      return () => machine.shiftClock(0);
    },
    seen: [],
    lastsMs: 8000,
  },
  {
    kind: 'clock a day back, and it stays',
    cause: async (machine) => {
      machine.shiftClock(-24 * hourMs);
      return () => undefined;
    },
    seen: [],
    lastsMs: 8000,
  },
  ...['sdk-ingest', 'eventstore', 'clickhouse', 'projections', 'api', 'workflows'].map(memory),
];
