import { applyCommand } from './apply-command.ts';
import { CommitGroup } from './commit-group.ts';
import type { StreamIndex } from './stream-index.ts';
import type { Tables } from './tables.ts';
import type { WriteCommand, WriteOutcome } from './write-command.ts';

/** Told when the log can no longer be written, and when it can again. */
export interface WriteReports {
  readonly onFailing: (reason: Error) => void;
  readonly onWorking: () => void;
}

interface QueuedCommand {
  readonly command: WriteCommand;
  readonly complete: (outcome: WriteOutcome) => void;
}

/** Bounds of one transaction, so that one commit does not hold up the loop or the answers for long. */
const MAX_GROUP_COMMANDS = 4096;
const MAX_GROUP_EVENTS = 40_000;

/**
 * The one writer of the log. Commands that arrive while a transaction is being flushed wait and share the next one: one
 * flush to disk then answers all of them.
 */
export class LogWriter {
  #queue: QueuedCommand[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #lastPosition: number;
  readonly #tables: Tables;
  readonly #index: StreamIndex;
  readonly #onCommit: (group: CommitGroup) => void;
  readonly #reports: WriteReports | undefined;
  /** The disk took nothing when it was last asked. */
  #isFailing = false;

  constructor(
    tables: Tables,
    index: StreamIndex,
    lastPosition: number,
    onCommit: (group: CommitGroup) => void,
    reports?: WriteReports,
  ) {
    this.#tables = tables;
    this.#index = index;
    this.#lastPosition = lastPosition;
    this.#onCommit = onCommit;
    this.#reports = reports;
  }

  /** Queues a command; `complete` is called once, after the change is on disk or is refused. */
  submit(command: WriteCommand, complete: (outcome: WriteOutcome) => void): void {
    if (this.#closed) {
      complete({ kind: 'failed', error: new Error('The node is stopping.') });
      return;
    }
    this.#queue.push({ command, complete });
    this.#running ??= this.#run();
  }

  /** Takes no more commands and resolves when those queued are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // The first command waits for the end of this turn, so that all that came with it share its transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#commitGroup(this.#takeGroup());
    this.#running = undefined;
  }

  #takeGroup(): QueuedCommand[] {
    let events = 0;
    let size = 0;
    for (const { command } of this.#queue) {
      events += command.kind === 'append' ? command.events.length : 1;
      if (size > 0 && (events > MAX_GROUP_EVENTS || size >= MAX_GROUP_COMMANDS)) break;
      size += 1;
    }
    const group = this.#queue.slice(0, size);
    this.#queue = this.#queue.slice(size);
    return group;
  }

  async #commitGroup(queued: readonly QueuedCommand[]): Promise<void> {
    let outcomes: WriteOutcome[];
    try {
      const nowMs = Date.now();
      const group = new CommitGroup(this.#tables, this.#index, this.#lastPosition, nowMs);
      outcomes = queued.map(({ command }) => applyCommand(group, command, nowMs));
      if (group.records.length > 0) {
        const moved = this.#index.overflow(group.records.length);
        await this.#tables.commit(group.records, moved);
        this.#index.absorb(group, moved);
        this.#lastPosition = group.lastPosition;
        this.#onCommit(group);
        this.#noteWorking();
      } else if (this.#isFailing) {
        // Who asks whether appends are taken gets one refused: that must not hide a disk which takes nothing.
        await this.#tables.tryWriting();
        this.#noteWorking();
      }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!this.#isFailing) this.#reports?.onFailing(error);
      this.#isFailing = true;
      outcomes = queued.map(() => ({ kind: 'failed', error }));
    }
    for (const [index, { complete }] of queued.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) complete(outcome);
    }
  }

  #noteWorking(): void {
    if (this.#isFailing) this.#reports?.onWorking();
    this.#isFailing = false;
  }
}
