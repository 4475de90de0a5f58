import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Engine } from '../engine/engine.ts';
import type { AccessRegister, Scope } from './access-register.ts';
import { ChildEnded, type ChildRequest, ScopeProcess } from './child-process.ts';
import { describeSources, type ScopeFiles, scopeFiles } from './scope-files.ts';

const MOST_CHILDREN = 3;
const IDLE_MS = 5 * 60_000;
const SWEEP_MS = 15_000;

interface Child {
  readonly process: ScopeProcess;
  /** Of everything the process was started with. */
  readonly digest: string;
  /** Count of changes of definitions up to which the digest is known to hold. */
  checkedAt: number;
}

/** The processes that serve scopes: started when asked, at most three, ended when idle or when their tables have changed. */
export class ScopeChildren {
  readonly #engine: Engine;
  readonly #register: AccessRegister;
  readonly #children = new Map<string, Child>();
  readonly #starting = new Map<string, Promise<ScopeProcess>>();
  readonly #sweep: NodeJS.Timeout;
  #definitions = 0;

  constructor(engine: Engine, register: AccessRegister) {
    this.#engine = engine;
    this.#register = register;
    this.#sweep = setInterval(() => this.#endIdle(), SWEEP_MS).unref();
  }

  /** To be called after every statement that may have changed a table or a right: children are checked before their next use. */
  definitionsChanged(): void {
    this.#definitions += 1;
  }

  /** Ends the process of a user at once. */
  async end(user: string): Promise<void> {
    const child = this.#children.get(user);
    this.#children.delete(user);
    await child?.process.kill();
  }

  /**
   * Asks the process of a user, again when it ended before it answered.
   * @throws ClickHouseError 81 for a user without views, 202 when all processes are busy
   */
  async ask(user: string, request: ChildRequest): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      const child = await this.#childOf(user);
      try {
        return await child.ask(request);
      } catch (error) {
        if (!(error instanceof ChildEnded)) throw error;
        if (attempt === 2)
          throw new ClickHouseError(236, 'ABORTED', 'The statement could not be run: its process ended');
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#children.values()].map((child) => child.process.kill()));
  }

  async #childOf(user: string): Promise<ScopeProcess> {
    const starting = this.#starting.get(user);
    if (starting !== undefined) return await starting;
    const existing = this.#children.get(user);
    if (existing?.process.alive === true && existing.checkedAt === this.#definitions) return existing.process;
    const started = this.#start(user, existing).finally(() => this.#starting.delete(user));
    this.#starting.set(user, started);
    return await started;
  }

  async #start(user: string, existing: Child | undefined): Promise<ScopeProcess> {
    const checkedAt = this.#definitions;
    const scope = this.#register.scopeOf(user);
    if (scope === undefined) throw new ClickHouseError(81, 'UNKNOWN_DATABASE', 'There is no database for this user');
    const tables = await describeSources(this.#engine, scope.sources);
    const digest = createHash('sha256')
      .update(JSON.stringify([scope, tables]))
      .digest('hex');
    if (existing?.process.alive === true && existing.digest === digest) {
      existing.checkedAt = checkedAt;
      return existing.process;
    }
    if (existing !== undefined) await this.end(user);
    await this.#makeRoom(scope);
    const process = startProcess(scopeFiles(scope, tables));
    this.#children.set(user, { process, digest, checkedAt });
    await process.ready.catch((error: unknown) => {
      throw new ClickHouseError(236, 'ABORTED', 'The process of the statement did not start', { cause: error });
    });
    return process;
  }

  async #makeRoom(scope: Scope): Promise<void> {
    const others = [...this.#children].filter(([user, child]) => user !== scope.user && child.process.alive);
    if (others.length < MOST_CHILDREN) return;
    const idle = others.filter(([, { process }]) => process.running === 0);
    const [oldest] = idle.sort(([, a], [, b]) => a.process.usedAt - b.process.usedAt);
    if (oldest === undefined) throw new ClickHouseError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many users at once');
    await this.end(oldest[0]);
  }

  #endIdle(): void {
    for (const [user, { process }] of this.#children) {
      const idle = process.running === 0 && Date.now() - process.usedAt > IDLE_MS;
      if (!process.alive) this.#children.delete(user);
      else if (idle) void this.end(user);
    }
  }
}

/** @throws ClickHouseError 243 when the disk is full, 236 when its directory cannot be made for another reason */
function startProcess(files: ScopeFiles): ScopeProcess {
  let directory: string | undefined;
  try {
    // Addresses of sockets are short, whatever the directory of the data is.
    directory = mkdtempSync(join(tmpdir(), 'ch-scope-'));
    return new ScopeProcess(directory, files);
  } catch (error) {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    // Its own words would name the directory.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new ClickHouseError(243, 'NOT_ENOUGH_SPACE', 'Not enough space on the disk to run the statement', {
        cause: error,
      });
    throw new ClickHouseError(236, 'ABORTED', 'The process of the statement did not start', { cause: error });
  }
}
