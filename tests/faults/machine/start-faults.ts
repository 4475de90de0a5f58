import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Machine, plainUser, startCommand } from './machine.ts';

/** What is wrong before the product starts: it has to say so and end. */
export interface StartFault {
  readonly kind: string;
  /** Variables with which the start is tried, and what takes away what is wrong. */
  readonly prepare: (machine: Machine) => Promise<{ variables: Record<string, string>; undo: () => void }>;
  readonly says: RegExp;
}

/** A new folder beside the data, of a user. */
function newFolder(machine: Machine, name: string, owner: number): string {
  const folder = join(machine.dataDir, '..', name);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, owner, owner);
  return folder;
}

export const startFaults: readonly StartFault[] = [
  {
    kind: 'start: data folder of another user',
    prepare: async (machine) => {
      const folder = newFolder(machine, 'other', 0);
      chmodSync(folder, 0o755);
      return { variables: { DATA_DIR: folder }, undo: () => undefined };
    },
    says: /DATA_DIR: \S+ cannot be written by this user\. chown/,
  },
  {
    kind: 'start: data folder on a read-only disk',
    prepare: async (machine) => {
      machine.spare.setReadOnly(true);
      return { variables: { DATA_DIR: machine.spareDir }, undo: () => machine.spare.setReadOnly(false) };
    },
    says: /DATA_DIR: \S+ is on a disk that is read-only\. mount it for writing/,
  },
  {
    kind: 'start: master key of another user',
    prepare: async (machine) => {
      const folder = newFolder(machine, 'keyless', plainUser);
      const file = join(folder, 'master.key');
      writeFileSync(file, `${Buffer.alloc(32, 1).toString('base64')}\n`, { mode: 0o600 });
      return { variables: { DATA_DIR: folder }, undo: () => undefined };
    },
    says: /the master key cannot be read by this user .*EACCES.* chown/,
  },
  {
    kind: 'start: master key that is none',
    prepare: async (machine) => {
      const folder = newFolder(machine, 'wrong-key', plainUser);
      const file = join(folder, 'master.key');
      writeFileSync(file, 'not a key\n');
      chownSync(file, plainUser, plainUser);
      return { variables: { DATA_DIR: folder }, undo: () => undefined };
    },
    says: /is not a master key: 32 bytes in base64 are expected/,
  },
  {
    kind: 'start: port taken',
    prepare: async (machine) => {
      const server = createServer();
      const port = Number(machine.environment.PORT);
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return { variables: { DATA_DIR: newFolder(machine, 'ported', plainUser) }, undo: () => void server.close() };
    },
    says: /Port \d+ is in use\. Stop what uses it or set PORT/,
  },
];

const longestMs = 30_000;

/** @returns seconds until the command had ended with an error that says what is wrong. @throws Error when it does not. */
export async function tryStart(machine: Machine, { prepare, says }: StartFault): Promise<number> {
  const { variables, undo } = await prepare(machine);
  const began = performance.now();
  const command = startCommand('start', { ...machine.environment, ...variables });
  const killer = setTimeout(() => command.process.kill('SIGKILL'), longestMs);
  const code = await command.ended;
  clearTimeout(killer);
  undo();
  if (code !== 1 || !says.test(command.output())) {
    throw new Error(`The start ended with ${code} and said: ${command.output()}`);
  }
  return (performance.now() - began) / 1000;
}
