import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { commandPrograms } from '../../../infra/operations/command/command-programs.ts';
import { commandArguments } from '../programs/program-arguments.ts';

const ownRoot = join(import.meta.dirname, '..', '..', '..');

export interface CommandOptions {
  /** The checkout whose command it is; this one if absent. */
  readonly root?: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Runs what `npm run <command>` runs: in this checkout its bundle, if there is one.
 * @returns the lines it prints. @throws Error with what it complains of when it fails.
 */
export async function runProductCommand(
  { root = ownRoot, environment }: CommandOptions,
  command: string,
  ...args: readonly string[]
): Promise<string[]> {
  const program =
    root === ownRoot && isBundled(command) ? commandArguments(command) : ['infra/operations/bootstrap.mjs', command];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaints = '';
  // A chunk may end in the middle of a character.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaints}${printed}`);
  return printed.split('\n').filter((line) => line !== '');
}

const isBundled = (command: string): command is keyof typeof commandPrograms => command in commandPrograms;

/** What the API would have answered at an instant, call by call. @param calls Paths with their parameters. */
export async function reportsAsOf(options: CommandOptions, at: string, calls: readonly string[]): Promise<unknown[]> {
  const lines = await runProductCommand(options, 'as-of', '--at', at, ...calls);
  return lines.map((line) => JSON.parse(line) as unknown);
}
