import type { Decider } from '../../shared/decider.ts';
import type { EventOf } from '../../shared/define-event.ts';
import type { logFormatEvents } from './log-format.events.ts';

export type LogFormatEvent = EventOf<(typeof logFormatEvents)[number]>;

/** What programs may have written to a log, or what one program knows. */
export interface LogFormat {
  readonly layout: number;
  /** Newest version by type. */
  readonly events: Readonly<Record<string, number>>;
  /** Version of the newest program; `undefined` for a log from before this was recorded. */
  readonly program: string | undefined;
}

/** What a program knows of a log. */
export interface ProgramFormat extends LogFormat {
  readonly program: string;
  /** Types that no program writes any more; this one passes over them. */
  readonly retired: readonly string[];
}

/** There is one for each log. */
export const logFormatStream = 'logFormat-product';

/** Fold of `logFormat-product`. Each event says everything, so the newest one is enough. */
export const logFormatDecider: Decider<LogFormat, LogFormatEvent> = {
  initialState: () => ({ layout: 1, events: {}, program: undefined }),
  evolve: (_, { data: { layout, events, program } }) => ({ layout, events, program }),
};

/** What a program does not know of a log, in words; empty when it may write to it. */
export function unknownTo(program: ProgramFormat, log: LogFormat): string[] {
  const retired = new Set(program.retired);
  const events = Object.entries(log.events).flatMap(([type, version]) => {
    const readable = program.events[type];
    if (readable === undefined) return retired.has(type) ? [] : [type];
    return version > readable ? [`version ${version} of ${type}`] : [];
  });
  return log.layout > program.layout ? [`layout ${log.layout}`, ...events] : events;
}

/** Says in the log what a program may write to it from now on; nothing where an earlier one said it. */
export function raiseLogFormat(log: LogFormat, program: ProgramFormat, raised_at: string): LogFormatEvent[] {
  const isNew = Object.entries(program.events).some(([type, version]) => version > (log.events[type] ?? 0));
  if (!isNew && program.layout <= log.layout) return [];
  const events = { ...log.events, ...program.events };
  return [{ type: 'LogFormatRaised', data: { layout: program.layout, events, program: program.program, raised_at } }];
}
