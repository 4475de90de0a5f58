import { spawn } from 'node:child_process';
import { readEnvironment } from '@tapwise/adapters';
import { expect } from 'vitest';
import { runSubcommand } from '../../../infra/operations/operator/run-subcommand.ts';
import { type Subcommand, UsageError } from '../../../infra/operations/operator/subcommand.ts';
import type { ApiService } from '../services/api-service.ts';
import { commandArguments } from './program-arguments.ts';

/** What the operator command answered. */
export interface OperatorResult {
  readonly code: number | null;
  /** Standard error. */
  readonly complaint: string;
  readonly rows: readonly Record<string, unknown>[];
}

/** Where the engines are, or the folder of a product that says so. */
type Addresses = { readonly EVENTSTORE_URL: string; readonly CLICKHOUSE_URL: string } | { readonly DATA_DIR: string };

/** Does what `npm run operator` does, in this process. */
export async function runOperator(addresses: Addresses, ...args: string[]): Promise<OperatorResult> {
  const rows: Record<string, unknown>[] = [];
  const complaints: string[] = [];
  const code = await runSubcommand(args, {
    variables: { ...process.env, ...addresses },
    print: (row) => void rows.push(JSON.parse(JSON.stringify(row)) as Record<string, unknown>),
    complain: (text) => void complaints.push(text),
  });
  return { code, complaint: complaints.join('\n'), rows };
}

/** Runs what `npm run <command>` runs, beside a product. */
export async function runCommand(
  command: 'operator' | 'billing',
  addresses: Addresses,
  ...args: string[]
): Promise<OperatorResult> {
  const child = spawn(process.execPath, [...commandArguments(command), ...args], {
    env: { ...process.env, ...addresses },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = printed.split('\n').filter((line) => line !== '');
  return { code, complaint, rows: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Runs a subcommand in this process: arguments that make no sense are refused with its usage, and nothing is printed. */
export async function expectUsageError(
  api: ApiService,
  subcommand: Subcommand,
  args: readonly string[],
): Promise<void> {
  const rows: object[] = [];
  const context = { actor: { kind: 'operator', id: 'operator-command' } } as const;
  const engines = { log: api.log, tables: api.deps.tables, environment: readEnvironment({}) };
  const print = (row: object): void => void rows.push(row);
  const tools = { ...engines, context, print, complain: () => undefined };
  await expect(subcommand.run(args, tools)).rejects.toThrow(UsageError);
  expect(rows).toEqual([]);
}
