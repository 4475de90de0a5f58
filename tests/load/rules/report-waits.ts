import { fork } from 'node:child_process';
import { askProcess } from '../measuring/ask-process.ts';

interface AskedTables {
  readonly tables: string;
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaigns: number;
}

/** @returns waiting times of reports, in milliseconds, that four callers in a process of their own ask for during the work. */
export async function reportWaitsDuring(
  { tables, applicationId, orgId, campaigns }: AskedTables,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const file = `${import.meta.dirname}/report-callers.ts`;
  const ids = [applicationId, orgId, campaigns].map(String);
  const child = fork(file, [tables, ...ids], { execArgv: ['--import', 'tsx'] });
  await askProcess(child, 'begin');
  await work();
  return await askProcess<number[]>(child, 'end');
}
