import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from '@tapwise/adapters';
import { commandArguments } from '../../support/programs/program-arguments.ts';
import type { ReplicatedProduct } from '../start-replicas.ts';
import type { Tally } from '../tally.ts';

/**
 * Computes all tables again from the log beside the current ones, compares the two, and exchanges them, as an operator does.
 * @returns whether they were exchanged; they may not be where their writer died meanwhile.
 */
export async function rebuildTables({ dataDir }: ReplicatedProduct, tally: Tally): Promise<boolean> {
  const child = spawn(process.execPath, commandArguments('rebuild'), {
    env: childEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  for (const [line] of output.matchAll(/^.* differs: .*$/gm)) tally.fault(`recomputed: ${line}`);
  const reason = /^Not swapped: (.*)$/m.exec(output)?.[1] ?? `ended by ${code}`;
  tally.count(code === 0 ? 'rebuilds with an exchange of tables' : `rebuilds without one (${reason})`);
  return code === 0;
}
