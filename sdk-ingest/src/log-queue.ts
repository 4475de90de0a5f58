import {
  type CommandOptions,
  type CommandResult,
  type EventLog,
  handleCommand,
  isRetryableLogFault,
} from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';

/** A caller is answered within this time, in milliseconds; its repeat finds what was recorded meanwhile. */
const answerWithinMs = 4000;
/** While a command has waited longer than this, in milliseconds, no further one is admitted. */
const shedAfterMs = 1500;

/** The commands that wait for the log. */
export interface LogQueue {
  /** `handleCommand` that answers within four seconds. @throws LogTimeoutError, which is retryable, when it would take longer. */
  handle<State, E extends DomainEvent>(options: CommandOptions<State, E>): Promise<CommandResult<State, E>>;
  /**
   * Whether a further call may wait: not while the oldest command has waited too long; and after the log failed to answer, one
   * at a time, until it answers again.
   */
  admits(): boolean;
}

/** Watches what waits for the log alone: a slow look-up or a slow sender says nothing about the next call. */
export function createLogQueue(log: EventLog, now: () => number = () => performance.now()): LogQueue {
  const waiting = new Set<{ began: number }>();
  let silent = false;
  return {
    handle: async (options) => {
      const entry = { began: now() };
      waiting.add(entry);
      try {
        const result = await handleCommand(log, { timeoutMs: answerWithinMs, ...options });
        silent = false;
        return result;
      } catch (error) {
        silent = isRetryableLogFault(error);
        throw error;
      } finally {
        waiting.delete(entry);
      }
    },
    admits: () => {
      const [oldest] = waiting;
      if (oldest !== undefined && now() - oldest.began > shedAfterMs) return false;
      return !silent || waiting.size === 0;
    },
  };
}
