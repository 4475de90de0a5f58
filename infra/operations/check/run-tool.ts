import { spawn } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly millis: number;
}

/** From the root of the project. */
export const nativeCompiler = 'node_modules/typescript-native/bin/tsc';

/** Runs a program to its end and keeps what it printed. */
export function runTool(name: string, command: string, args: readonly string[]): Promise<CheckResult> {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment({ FORCE_COLOR: '0' }),
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const end = (ok: boolean) => resolve({ name, ok, output, millis: Date.now() - began });
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

export function printResult({ name, ok, millis, output }: CheckResult): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${(millis / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output.trim());
}
