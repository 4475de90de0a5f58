import { randomUUID } from 'node:crypto';
import { type EventLog, handleCommand, type Logger, startFoldFollower } from '@tapwise/adapters';
import {
  adoptTemporal,
  type ProcessEngine,
  type ProcessEngineEvent,
  processEngineDecider,
  processEngineStream,
} from '@tapwise/domain';
import { workflowActor } from '../streams/actor.ts';

/** What runs the processes for a time. */
export interface EngineTerm {
  readonly engine: ProcessEngine;
  /** Aborts when the log says that another runs them now. */
  readonly over: AbortSignal;
}

/** What runs the processes, by the log. */
export interface Adoption {
  /** Resolves when the log has been read. */
  readonly current: () => Promise<EngineTerm>;
}

/**
 * Follows the log until the signal aborts.
 * @param onAbandoned Called when an operator has given the processes back to our own.
 */
export function followAdoption(
  log: EventLog,
  { logger, signal, onAbandoned }: { logger: Logger; signal: AbortSignal; onAbandoned: () => void },
): Adoption {
  let engine = processEngineDecider.initialState();
  let term = new AbortController();
  const follower = startFoldFollower(log, {
    state: {},
    evolve: (_, { event }) => {
      const next = processEngineDecider.evolve(engine, event as ProcessEngineEvent);
      if (next === engine) return;
      engine = next;
      term.abort();
      term = new AbortController();
      if (engine === 'local') onAbandoned();
    },
    streamPrefixes: [processEngineStream],
    signal,
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
  });
  return {
    current: async () => {
      await follower.caughtUp;
      return { engine, over: term.signal };
    },
  };
}

/** Records that a Temporal has answered, unless that is recorded. */
export async function recordAdoption(log: EventLog): Promise<void> {
  await handleCommand(log, {
    stream: processEngineStream,
    decider: processEngineDecider,
    cause: randomUUID(),
    context: workflowActor('process-engine'),
    decide: (engine) => adoptTemporal(engine, new Date().toISOString()),
  });
}
