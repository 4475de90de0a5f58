import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programFlags } from '@tapwise/adapters';
import type { FitResponse, FitTask, FittedProduct } from './fit-task.ts';

const program = fileURLToPath(new URL('./fit-program.ts', import.meta.url));
/**
 * Room for the lines of some three hundred thousand subscriptions. Threads share the memory limit of their process, which is
 * small for a worker that keeps little, hence a process.
 */
const memoryFlag = '--max-old-space-size=1536';

/**
 * Fits in a process of its own that ends with the work, so that this one goes on with other work meanwhile and keeps its size.
 * @param file the program of that process.
 * @throws Error with the words of whatever failed there; the signal's reason when it aborts, which ends the process.
 */
export function runFit(task: FitTask, signal: AbortSignal, file = program): Promise<FittedProduct[]> {
  signal.throwIfAborted();
  const child = fork(file, { execArgv: [memoryFlag, ...programFlags(file)], serialization: 'advanced' });
  let stop: () => void = () => undefined;
  const fitted = new Promise<FittedProduct[]>((resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    child.once('message', (response: FitResponse) => {
      if ('fitted' in response) resolve([...response.fitted]);
      else reject(new Error(`The fit failed: ${response.fault}`));
    });
    child.once('error', reject);
    child.once('exit', (code, killed) => reject(new Error(`The process that fits ended with ${code ?? killed}`)));
    child.send(task, (error) => error && reject(error));
  });
  return fitted.finally(() => {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  });
}
