import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';

/** Folders of this machine that stand for those of a base image; nothing is written to them. */
const systemFolders = ['bin', 'etc', 'lib', 'lib64', 'opt', 'sbin', 'usr', 'var'].filter((name) =>
  existsSync(`/${name}`),
);

/** Why no container can be imitated here; `undefined` where it can. */
export function missingHere(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only the user root of a Linux can mount folders';
  return spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'unshare is not allowed here';
}

/** Makes what a command then sees as the root of its file system. */
export function makeRoot(folder: string): void {
  for (const name of [...systemFolders, 'proc', 'dev', 'tmp', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
}

/** How a command is run in such a folder. */
export interface Entry {
  readonly folder: string;
  /** As the command sees it. */
  readonly workdir: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** `<uid>:<gid>`; with it the folder is read-only but for the volume and `/tmp`, and there is no home. */
  readonly confined?: { readonly user: string; readonly volume: string; readonly data: string };
}

/** Runs a command there to its end. @throws Error when it fails. */
export function runInside(entry: Entry): void {
  const ended = spawnSync('unshare', argumentsOf(entry), { stdio: 'inherit', env: environmentOf(entry) });
  if (ended.status !== 0) throw new Error(`${entry.words.join(' ')} ended with ${ended.status}`);
}

/** Starts a command there; signals reach it. */
export const startInside = (entry: Entry): ChildProcess =>
  spawn('unshare', argumentsOf(entry), { stdio: 'inherit', env: environmentOf(entry) });

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function argumentsOf({ folder, workdir, words, confined }: Entry): string[] {
  const command = words.map(quoted).join(' ');
  const [uid = '', gid = ''] = confined?.user.split(':') ?? [];
  const asUser = confined === undefined ? '' : `setpriv --reuid=${uid} --regid=${gid} --clear-groups `;
  const script = [
    'set -e',
    `mount --bind ${folder} ${folder}`,
    ...(confined === undefined ? [] : [`mount -o remount,ro,bind ${folder}`]),
    ...systemFolders.map(
      (name) => `mount --rbind /${name} ${folder}/${name}; mount -o remount,ro,bind ${folder}/${name}`,
    ),
    `mount --rbind /proc ${folder}/proc; mount --rbind /dev ${folder}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${folder}/tmp`,
    confined === undefined
      ? `mount --bind ${homedir()} ${folder}/root`
      : `mount --bind ${confined.data} ${folder}${confined.volume}`,
    `cd ${folder}`,
    `exec chroot . /bin/sh -c ${quoted(`cd ${workdir} && exec ${asUser}${command}`)}`,
  ];
  return ['-m', 'sh', '-c', script.join('\n')];
}

/** A container has nothing of our environment; where Node is, is this machine's matter. */
function environmentOf({ environment, confined }: Entry): NodeJS.ProcessEnv {
  const PATH = `${dirname(process.execPath)}:${childEnvironment({}).PATH}`;
  return { PATH, ...(confined === undefined ? { HOME: '/root' } : {}), ...environment };
}
