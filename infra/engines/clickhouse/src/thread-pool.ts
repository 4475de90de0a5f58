import { spawn } from 'node:child_process';

const THREADS = '16';

/**
 * Runs the program with sixteen threads for the engine. libuv reads their number when the first file is read, which is
 * before any line of a program started through a loader: setting the variable from inside comes too late. So unless the
 * environment names a number, the program is run again in a child that has it, and this process only passes on
 * signals and the exit code. The child notices by the closed channel when this process is killed.
 */
export async function runWithLargePool(main: () => Promise<void>): Promise<void> {
  if (process.env.UV_THREADPOOL_SIZE) return main();
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  process.exit(code);
}
