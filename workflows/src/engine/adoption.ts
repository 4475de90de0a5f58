import { type EventLog, handleCommand, type Logger, startFoldFollower } from '@tapwise/adapters';
import { adoptTemporal, type ProcessEngine, processEngineDecider, processEngineStream } from '@tapwise/domain';
import { workflowActor } from '../streams/actor.ts';

/** Whether a Temporal has answered for this log. */
export interface Adoption {
  /** What runs the processes, by the log. */
  readonly engine: () => Promise<ProcessEngine>;
  /** Aborts when the log says that Temporal was adopted. */
  readonly adopted: AbortSignal;
}

/** Follows the log until the signal aborts. */
export function followAdoption(log: EventLog, logger: Logger, signal: AbortSignal): Adoption {
  const adoption = new AbortController();
  const follower = startFoldFollower(log, {
    state: {},
    evolve: (_, { event }) => {
      if (event.type === 'TemporalAdopted') adoption.abort();
    },
    streamPrefixes: [processEngineStream],
    signal,
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
  });
  return {
    adopted: adoption.signal,
    engine: async () => {
      await follower.caughtUp;
      return adoption.signal.aborted ? 'temporal' : 'local';
    },
  };
}

/** Records that a Temporal has answered, unless that is recorded. */
export async function recordAdoption(log: EventLog): Promise<void> {
  await handleCommand(log, {
    stream: processEngineStream,
    decider: processEngineDecider,
    cause: 'temporal answered',
    context: workflowActor('process-engine'),
    decide: (engine) => adoptTemporal(engine, new Date().toISOString()),
  });
}
