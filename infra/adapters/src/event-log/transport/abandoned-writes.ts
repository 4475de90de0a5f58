import { isCommandError } from '@eventstore/db-client';

/**
 * The EventStoreDB client (6.2.1, `batchAppend`) awaits a write inside a promise executor. When a connection breaks while appends
 * wait behind backpressure, each append is rejected as it should be, and besides its executor rejects with the same gRPC
 * fault: a rejection that no caller can reach and that would end the process.
 */
const reported = new WeakSet<object>();
let installed = false;

/**
 * Remembers the gRPC fault behind a failed append, once the append's caller has the failure: the caller's error is the client's
 * own, made from the fault, so the fault itself is not known outside the client.
 */
export function rememberReported(error: unknown): void {
  if (error instanceof Error && isCommandError(error) && error._raw !== undefined) reported.add(error._raw);
}

/**
 * Passes over unhandled rejections with a gRPC fault that the caller of an append already has. Every other one ends the process
 * as if this handler did not exist.
 */
export function passOverAbandonedWrites(): void {
  if (installed) return;
  installed = true;
  process.on('unhandledRejection', (reason) => {
    if (typeof reason === 'object' && reason !== null && reported.has(reason)) return;
    throw reason;
  });
}
