import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { ScopeFiles } from './scope-files.ts';

/** A whole request to a child; statements of analysts are small, so they are kept for a second try. */
export interface ChildRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Milliseconds after which the child is ended. */
  readonly timeoutMs: number;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** The process ended before it answered; another one may be asked. */
export class ChildEnded extends Error {}

const READY_TIMEOUT_MS = 60_000;
const WATCH_MS = 200;
const LARGEST_RESIDENT_BYTES = 1_200_000_000;
const THREADS = '8';
/** Of the system's scale, on which 19 is the lowest. */
const STEPS_BELOW_REPORTS = 10;
const LOWEST_PRIORITY = 19;

/** One process that serves one scope. */
export class ScopeProcess {
  readonly ready: Promise<void>;
  readonly #process: ChildProcess;
  readonly #socket: string;
  readonly #directory: string;
  readonly #ended: Promise<void>;
  #alive = true;
  #running = 0;
  #reason: ClickHouseError | undefined;
  #watch: NodeJS.Timeout | undefined;
  usedAt = Date.now();

  /** @param directory empty, private, and of its own. */
  constructor(directory: string, files: ScopeFiles) {
    this.#directory = directory;
    this.#socket = join(directory, 'socket');
    writeFileSync(join(directory, 'making-users.xml'), files.makingUsers, { mode: 0o600 });
    writeFileSync(join(directory, 'users.xml'), files.users, { mode: 0o600 });
    for (const name of ['making-users', 'users'])
      writeFileSync(join(directory, `${name}.engine.xml`), files.engine(join(directory, `${name}.xml`)), {
        mode: 0o600,
      });
    writeFileSync(join(directory, 'statements.json'), JSON.stringify(files.statements), { mode: 0o600 });
    this.#process = spawn(process.execPath, [...loaderFlags(), ...process.argv.slice(1, 2)], {
      env: { SCOPE_DIRECTORY: directory, UV_THREADPOOL_SIZE: THREADS },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#ended = new Promise((resolve) => {
      this.#process.once('error', resolve);
      this.#process.once('exit', resolve);
    }).then(() => {
      this.#alive = false;
      clearInterval(this.#watch);
      rmSync(directory, { recursive: true, force: true });
    });
    this.ready = this.#waitUntilReady();
    this.ready.catch(() => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  get running(): number {
    return this.#running;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Asks the child. Resolves with the beginning of its answer.
   * @throws ChildEnded when it ended before it answered, ClickHouseError 159 or 241 when it was ended because of its statements
   */
  async ask(request: ChildRequest): Promise<IncomingMessage> {
    await this.ready.catch(() => {
      throw new ChildEnded();
    });
    this.#running += 1;
    this.usedAt = Date.now();
    this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_MS);
    const deadline = setTimeout(() => this.#end(tooLong(request.timeoutMs)), request.timeoutMs);
    let finished = false;
    const finish = (): void => {
      if (finished) return;
      finished = true;
      clearTimeout(deadline);
      this.#running -= 1;
      this.usedAt = Date.now();
      if (this.#running > 0) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    };
    try {
      const response = await this.#send(request);
      response.once('close', finish);
      return response;
    } catch (error) {
      finish();
      if (request.signal.aborted) throw error;
      await this.#ended;
      throw this.#reason ?? new ChildEnded();
    }
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #send({ method, path, headers, body, signal }: ChildRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ socketPath: this.#socket, method, path, headers, signal, agent: false }, resolve);
      sent.once('error', reject);
      sent.end(body);
    });
  }

  #end(reason: ClickHouseError): void {
    this.#reason ??= reason;
    this.#process.kill('SIGKILL');
  }

  #checkMemory(): void {
    if (residentBytes(this.#process.pid) > LARGEST_RESIDENT_BYTES) this.#end(tooMuchMemory());
  }

  async #waitUntilReady(): Promise<void> {
    const { pid, stdout } = this.#process;
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), READY_TIMEOUT_MS);
    const listening = new Promise<'listening'>((resolve) => stdout?.once('data', () => resolve('listening')));
    const first = await Promise.race([listening, this.#ended]);
    clearTimeout(timer);
    if (first !== 'listening') throw new Error(`The process of the scope in ${this.#directory} did not start`);
    // Waiting for the first answer includes waiting for the start.
    if (pid !== undefined) lowerPriority(pid);
  }
}

/** A source file needs the loader of this process, which is not among its flags when a program registered it. */
function loaderFlags(): string[] {
  const isSource = process.argv[1]?.endsWith('.ts') === true;
  const named = process.execArgv.some((flag) => flag.includes('tsx'));
  return isSource && !named ? [...process.execArgv, '--import', 'tsx'] : process.execArgv;
}

/**
 * Gives every thread of a process a lower priority than reports. Linux keeps a priority for each thread and gives it to the threads that
 * one starts, so that those which are there already, and run the statements, are lowered one by one.
 */
function lowerPriority(pid: number): void {
  const priority = Math.min(getPriority() + STEPS_BELOW_REPORTS, LOWEST_PRIORITY);
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority);
    } catch (error) {
      // A thread may end between the list and the call.
      if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
    }
  }
}

/** Where the system has no list of threads, a priority is one of the whole process. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Memory of a process; 0 where the system does not say. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

function tooLong(timeoutMs: number): ClickHouseError {
  return new ClickHouseError(
    159,
    'TIMEOUT_EXCEEDED',
    `Timeout exceeded: the statement was ended after ${timeoutMs} ms`,
  );
}

function tooMuchMemory(): ClickHouseError {
  return new ClickHouseError(241, 'MEMORY_LIMIT_EXCEEDED', 'Memory limit exceeded: the statements were ended');
}
