import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  eventCatalogue,
  fold,
  type LogFormat,
  type LogFormatEvent,
  logFormatDecider,
  logFormatStream,
  logLayout,
  type ProgramFormat,
  productVersion,
  raiseLogFormat,
  retiredEventTypes,
  unknownTo,
} from '@tapwise/domain';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import { closeGate, doBeforeAppends } from './append-gate.ts';

/** What this program writes and reads. */
export const programFormat: ProgramFormat = {
  layout: logLayout,
  events: Object.fromEntries(eventCatalogue.map(({ type, version }) => [type, version])),
  program: productVersion,
  retired: retiredEventTypes,
};

/** A newer program may have written to the log what this one does not know: it would decide and count without it. */
export class NewerLogError extends Error {
  override readonly name = 'NewerLogError';
}

const mostNamed = 5;

/** @throws NewerLogError for a log that this program does not know all of. */
export function refuseFormat(log: LogFormat, program: ProgramFormat = programFormat): void {
  const unknown = unknownTo(program, log);
  if (unknown.length === 0) return;
  const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : '';
  throw new NewerLogError(
    `The log was written by Tapwise ${log.program}, and this is ${program.program}, which does not know ${unknown.slice(0, mostNamed).join(', ')}${more}. Nothing was changed. Start the newer version; the way back is a backup from before the upgrade.`,
  );
}

/** @returns what the log says of itself. @throws NewerLogError where this program cannot read even that; the log's own error. */
async function readFormat(log: EventLog): Promise<LogFormat> {
  const onUnreadable = (): never => {
    throw new NewerLogError(
      `The log says in a form that Tapwise ${productVersion} does not know what wrote it: a newer version did. Nothing was changed.`,
    );
  };
  const recorded = await log.readStream(logFormatStream, { backwards: true, maxCount: 1, onUnreadable });
  return fold(
    logFormatDecider,
    recorded.map(({ event }) => event as LogFormatEvent),
  );
}

/** Changes nothing. @throws NewerLogError for a log that a newer program may have written to; the log's own error. */
export async function refuseNewerLog(log: EventLog, program: ProgramFormat = programFormat): Promise<void> {
  refuseFormat(await readFormat(log), program);
}

/**
 * Says in the log what this program may write to it, before it does: from then on older programs are refused.
 * @throws NewerLogError for a log that a newer program may have written to; the log's own error.
 */
export async function claimLogFormat(log: EventLog, program: ProgramFormat = programFormat): Promise<void> {
  const format = await readFormat(log);
  refuseFormat(format, program);
  const raised_at = new Date().toISOString();
  if (raiseLogFormat(format, program, raised_at).length === 0) return;
  await handleCommand(log, {
    stream: logFormatStream,
    decider: logFormatDecider,
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: 'log-format' } },
    decide: (state) => {
      refuseFormat(state, program);
      return raiseLogFormat(state, program, raised_at);
    },
  });
}

/**
 * For a command: refuses a log that a newer program may have written to, and has the first append say what this program may write. Who
 * only reads changes nothing.
 * @throws NewerLogError; the log's own error.
 */
export async function guardCommand(log: EventLog, program: ProgramFormat = programFormat): Promise<void> {
  await refuseNewerLog(log, program);
  doBeforeAppends(log, () => claimLogFormat(log, program));
}

export interface GuardOptions {
  readonly signal: AbortSignal;
  /** Called when the log could not be asked; it is asked again. */
  readonly onFault?: (error: unknown) => void;
  readonly program?: ProgramFormat;
}

const mostBetweenMs = 5000;

/**
 * Lets a part append only when the log is of a format it knows. Resolves when that is so, however long the log is away; from the first
 * failure on appends are refused until then.
 * @throws NewerLogError for a log that a newer program may have written to: nothing is appended by this process any more.
 */
export async function guardLogFormat(log: EventLog, { signal, onFault, program }: GuardOptions): Promise<void> {
  const gate = closeGate(log);
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await claimLogFormat(log, program);
      gate.open();
      return;
    } catch (error) {
      if (error instanceof NewerLogError) {
        gate.refuse(error);
        throw error;
      }
      gate.refuseForNow();
      onFault?.(error);
      await pause(Math.min(mostBetweenMs, 200 * 2 ** failures), undefined, { signal }).catch(() => undefined);
    }
  }
}
