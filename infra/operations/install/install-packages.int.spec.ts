import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const operations = join(import.meta.dirname, '..');
let checkout: string;

/** A checkout with one package of its own: what runs the program, and says only that it was there. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  const copy = join(checkout, 'infra', 'operations');
  cpSync(join(operations, 'bootstrap.mjs'), join(copy, 'bootstrap.mjs'));
  cpSync(join(operations, 'install'), join(copy, 'install'), { recursive: true });
  write('runner/package.json', { name: 'tsx', version: '1.0.0', type: 'module', exports: { './esm/api': './api.js' } });
  write('runner/api.js', "export const register = () => { console.log('ran'); process.exit(0); };\n");
  const root = { name: 'checkout', version: '1.0.0', dependencies: { tsx: 'file:runner' } };
  write('package.json', root);
  write('package-lock.json', {
    name: 'checkout',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': root,
      'node_modules/tsx': { resolved: 'runner', link: true },
      runner: { name: 'tsx', version: '1.0.0' },
    },
  });
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function write(path: string, content: string | object): void {
  const file = join(checkout, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

interface Command {
  readonly child: ChildProcess;
  /** What it printed so far. */
  readonly printed: () => string;
  readonly ended: Promise<{ code: number | null; printed: string }>;
}

function start(): Command {
  const child = spawn(process.execPath, ['infra/operations/bootstrap.mjs', 'doctor'], { cwd: checkout });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }));
  return { child, printed: () => printed, ended };
}

const lock = (pid: number | undefined, host = hostname()) => write('.installing', `${host} ${pid}`);
const installs = (printed: string) => printed.split('Installing packages').length - 1;

function agedLock(pid: number, host?: string): void {
  lock(pid, host);
  const then = new Date(Date.now() - 1_860_000);
  utimesSync(join(checkout, '.installing'), then, then);
}

let endedPid: number | undefined;
beforeEach(async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  endedPid = child.pid;
});

describe('commands on a checkout whose packages are not installed', () => {
  it('install them once, however many are started at once, and all run then', async () => {
    const commands = await Promise.all([start(), start(), start()].map(({ ended }) => ended));
    expect(commands).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    for (const { printed } of commands) expect(printed).toContain('ran');
    expect(installs(commands.map(({ printed }) => printed).join(''))).toBe(1);
    expect(existsSync(join(checkout, '.installing'))).toBe(false);
    // A lockfile that is newer than the packages: once more.
    const later = new Date(Date.now() + 120_000);
    utimesSync(join(checkout, 'package-lock.json'), later, later);
    const again = await start().ended;
    expect([again.code, installs(again.printed)]).toEqual([0, 1]);
  });

  it('wait for one that installs, and say so', async () => {
    lock(process.pid);
    const command = start();
    await expect.poll(command.printed).toContain('Waiting for another command');
    expect(installs(command.printed())).toBe(0);
    rmSync(join(checkout, '.installing'));
    expect(await command.ended).toMatchObject({ code: 0, printed: expect.stringContaining('ran') });
  });

  it.each([
    ['has ended', () => lock(endedPid)],
    ['began half an hour ago or more', () => agedLock(process.pid)],
    ['ran on another machine half an hour ago or more', () => agedLock(1, 'elsewhere.test')],
  ])('do not wait for one that %s', async (_what, leave) => {
    leave();
    expect(await start().ended).toMatchObject({ code: 0, printed: expect.not.stringContaining('Waiting') });
    expect(existsSync(join(checkout, '.installing'))).toBe(false);
  });

  it('end with 1 and leave no lock when npm fails', async () => {
    write('package-lock.json', '{}');
    const { code, printed } = await start().ended;
    expect([code, printed.includes('The packages could not be installed')]).toEqual([1, true]);
    expect(existsSync(join(checkout, '.installing'))).toBe(false);
  });
});
