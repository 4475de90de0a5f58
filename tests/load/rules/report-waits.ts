import { spawn } from 'node:child_process';

interface AskedTables {
  readonly tables: string;
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaigns: number;
}

/** @returns waiting times of reports, in milliseconds, that four callers in a process of their own ask for meanwhile. */
export async function reportWaitsDuring(
  { tables, applicationId, orgId, campaigns }: AskedTables,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const file = `${import.meta.dirname}/report-callers.ts`;
  const ids = [applicationId, orgId, campaigns].map(String);
  const child = spawn(process.execPath, ['--import', 'tsx', file, tables, ...ids], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await work();
  child.stdin.write('end\n');
  await ended;
  return JSON.parse(printed);
}
