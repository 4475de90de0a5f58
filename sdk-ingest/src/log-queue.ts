import {
  type CommandOptions,
  type CommandResult,
  type EventLog,
  handleCommand,
  isRetryableLogFault,
} from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

/** A caller is answered within this time, in milliseconds; its repeat finds what was recorded meanwhile. */
const respondWithinMs = 4000;
/** While a command has waited longer than this, in milliseconds, no further one is admitted. */
const shedAfterMs = 1500;
/** Commands of which a repeat is recognized. */
const rememberedCommands = 20_000;

/** The commands that wait for the log. */
export interface LogQueue {
  /** `handleCommand` that answers within four seconds. @throws LogTimeoutError, which is retryable, when it would take longer. */
  handle<State, E extends DomainEvent>(options: CommandOptions<State, E>): Promise<CommandResult<State, E>>;
  /**
   * Whether a further call may wait: not while the oldest command has waited too long; and after the log failed to answer, one
   * at a time, until it answers again. Repeats say nothing about the log, which answers none before it has finished the first write.
   */
  admits(): boolean;
}

/** Watches what waits for the log alone: a slow look-up or a slow sender says nothing about the next call. */
export function createLogQueue(log: EventLog, now: () => number = () => performance.now()): LogQueue {
  /** Commands that were sent the first time, oldest first. */
  const waiting = new Set<{ began: number }>();
  const sent = new LRUCache<string, true>({ max: rememberedCommands });
  let waitingRepeats = 0;
  let silent = false;
  return {
    handle: async (options) => {
      const entry = { began: now() };
      const command = `${options.stream} ${options.cause}`;
      const repeats = sent.has(command);
      sent.set(command, true);
      if (repeats) waitingRepeats += 1;
      else waiting.add(entry);
      try {
        const result = await handleCommand(log, { timeoutMs: respondWithinMs, ...options });
        silent = false;
        return result;
      } catch (error) {
        if (!isRetryableLogFault(error)) silent = false;
        else if (!repeats) silent = true;
        throw error;
      } finally {
        if (repeats) waitingRepeats -= 1;
        waiting.delete(entry);
      }
    },
    admits: () => {
      const [oldest] = waiting;
      if (oldest !== undefined && now() - oldest.began > shedAfterMs) return false;
      return !silent || waiting.size + waitingRepeats === 0;
    },
  };
}
