import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import type { ProcessEngine } from '@tapwise/domain';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';

export type LogEvent = RecordedEvent['event'];

/** Wakes a process of another kind. */
export type WakeCall = (runner: ProcessRunner) => Promise<void>;

/** A process that an event asks for, or continues. */
export interface Request<Input> {
  readonly input: Input;
  /** Of requests with a campaign in common the first goes first. Absent: none. */
  readonly campaigns?: readonly number[];
  /** Whether it is held back now: then others in its campaigns need not wait for it. Absent: never. */
  readonly held?: () => boolean;
  /** Whether it has nothing to do now: then it is not started. Absent: never. */
  readonly idle?: () => boolean;
  /** Wakes the process that waits for its end. Absent: none does. */
  readonly wakesAtEnd?: WakeCall | undefined;
  /** From here on it has nothing to do any more; milliseconds since 1970. Absent: until an event ends it. */
  readonly until?: number | undefined;
}

/** Processes of one kind, which events ask for. */
export interface RequestKind<Input> {
  readonly contract: Pick<ProcessContract<Input, object>, 'name' | 'id'>;
  readonly streamPrefix: string;
  readonly begun: (event: LogEvent) => Request<Input> | undefined;
  /** Id of the process that an event leaves with nothing to do but to wait: others in its campaigns go on beside it. */
  readonly waits?: (event: LogEvent) => string | undefined;
  /** Id of the open process that an event wakes, or `all` open ones of the kind. */
  readonly woken?: (event: LogEvent) => string | undefined;
  /** Streams with what wakes them, where those are others. */
  readonly wakingStreamPrefixes?: readonly string[];
  /** Id of the process that an event ends. */
  readonly ended: (event: LogEvent) => string | undefined;
  /** Seconds between a request and its start, when what asked may settle it itself. */
  readonly graceSeconds?: number;
  /** The input of a process that begins beside earlier ones in its campaigns, of which these are the inputs. */
  readonly withEarlier?: (input: Input, earlier: readonly Input[]) => Input;
  /** Records that it was accepted, so that callers learn that it is not lost, only waiting. */
  readonly recordClaim?: (log: EventLog, input: Input, engine: ProcessEngine) => Promise<void>;
}
