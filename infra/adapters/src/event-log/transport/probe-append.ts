import { WrongExpectedVersionError } from '@eventstore/db-client';
import type { LogTransport } from './log-transport.ts';

/** A stream that is never written, and a revision that none ever has. */
const stream = 'readiness';
const unreachable = 2n ** 52n;
const event = { id: '00000000-0000-4000-8000-00000000a11e', type: 'ReadinessProbed', data: '{}', metadata: '{}' };

/**
 * Has the log decide an append that it must refuse, which only a node can do that takes appends. Nothing is written.
 * @throws the log's own error when it does not decide.
 */
export async function probeAppend(transport: LogTransport): Promise<void> {
  try {
    await transport.append(stream, unreachable, [event]);
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
}
