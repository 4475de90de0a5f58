import type { ProtoReader } from '../../../../wire/index.ts';
import type { Faults } from '../faults/faults.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import { ALL_STREAMS } from '../store/commit-notifier.ts';
import type { EventLog } from '../store/event-log.ts';
import type { ProposedEvent } from '../store/event-record.ts';
import { type BatchOptions, readBatchChunk, readBatchOptions, readProposals } from '../wire/batch-append-request.ts';
import {
  accessDeniedRefusal,
  type BatchRefusal,
  badRequestRefusal,
  encodeBatchRefusal,
  frameBatchSuccess,
  maximumSizeRefusal,
  notReadyRefusal,
  outcomeRefusal,
  timeoutRefusal,
} from '../wire/batch-append-response.ts';
import { frameOf } from './unary.ts';

/** Longest time between the first and the last chunk of one append. */
const WRITE_TIMEOUT_MS = 2000;

/** An append of which not all chunks are here yet. */
interface OpenAppend {
  readonly correlationId: Buffer;
  readonly options: BatchOptions;
  readonly events: ProposedEvent[];
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** `Streams.BatchAppend` begins. */
export function handleBatchAppend(log: EventLog, faults: Faults, maxAppendBytes: number, call: GrpcCall): void {
  const batch = new BatchAppendCall(log, faults, maxAppendBytes, call);
  call.onClose(() => batch.abandon());
  call.onShutdown(() => batch.end(new GrpcError(GrpcStatus.unavailable, 'The node is stopping.')));
  call.receive({ onMessage: (message) => batch.take(message), onEnd: () => batch.end(undefined) });
}

/** One long-lived call that carries many appends; every correlation id is answered exactly once. */
class BatchAppendCall {
  readonly #open = new Map<string, OpenAppend>();
  readonly #log: EventLog;
  readonly #faults: Faults;
  readonly #maxAppendBytes: number;
  readonly #call: GrpcCall;
  #committing = 0;
  #ending: { readonly status: GrpcError | undefined } | undefined;

  constructor(log: EventLog, faults: Faults, maxAppendBytes: number, call: GrpcCall) {
    this.#log = log;
    this.#faults = faults;
    this.#maxAppendBytes = maxAppendBytes;
    this.#call = call;
  }

  take(message: Buffer): void {
    if (this.#ending !== undefined) return;
    const chunk = readBatchChunk(message);
    const key = chunk.correlationId.toString('latin1');
    const append = this.#open.get(key) ?? this.#begin(chunk.correlationId, chunk.options);
    // Chunks of an unknown id belong to an append that was refused earlier.
    if (append === undefined) return;
    const refusal = this.#addEvents(append, chunk.proposals);
    if (refusal !== undefined) this.#refuse(append, refusal);
    else if (chunk.isFinal) this.#submit(append);
    else this.#keepOpen(key, append);
  }

  /** Ends the call when the appends being committed are answered. Those still open are not written. */
  end(status: GrpcError | undefined): void {
    if (this.#ending !== undefined) return;
    const openStatus = new GrpcError(GrpcStatus.unavailable, 'The call ended before all chunks of an append came.');
    this.#ending = { status: status ?? (this.#open.size > 0 ? openStatus : undefined) };
    this.abandon();
    this.#endWhenIdle();
  }

  abandon(): void {
    for (const append of this.#open.values()) clearTimeout(append.timer);
    this.#open.clear();
  }

  #begin(correlationId: Buffer, reader: ProtoReader | undefined): OpenAppend | undefined {
    if (reader === undefined) return undefined;
    const nowMs = Date.now();
    let options: BatchOptions;
    try {
      options = readBatchOptions(reader, nowMs);
    } catch (error) {
      this.#answer(encodeBatchRefusal(correlationId, '', badRequestRefusal(reasonOf(error))));
      return undefined;
    }
    const append: OpenAppend = { correlationId, options, events: [], bytes: 0, timer: undefined };
    const late = options.deadlineMs !== undefined && options.deadlineMs <= nowMs;
    const refusal = late ? timeoutRefusal() : options.streamName === ALL_STREAMS ? accessDeniedRefusal() : undefined;
    if (refusal === undefined) return append;
    this.#refuse(append, refusal);
    return undefined;
  }

  #addEvents(append: OpenAppend, proposals: readonly ProtoReader[]): BatchRefusal | undefined {
    try {
      for (const event of readProposals(proposals)) {
        append.events.push(event);
        append.bytes += event.data.length;
      }
    } catch (error) {
      return badRequestRefusal(reasonOf(error));
    }
    return append.bytes > this.#maxAppendBytes ? maximumSizeRefusal(this.#maxAppendBytes) : undefined;
  }

  #keepOpen(key: string, append: OpenAppend): void {
    if (append.timer !== undefined) return;
    const remaining = (append.options.deadlineMs ?? Number.POSITIVE_INFINITY) - Date.now();
    append.timer = setTimeout(() => this.#refuse(append, timeoutRefusal()), Math.min(remaining, WRITE_TIMEOUT_MS));
    this.#open.set(key, append);
  }

  #submit(append: OpenAppend): void {
    const { refusal: unable } = this.#faults;
    if (unable !== undefined) {
      this.#refuse(append, notReadyRefusal(unable));
      return;
    }
    this.#forget(append);
    this.#committing += 1;
    const { correlationId, events } = append;
    const { streamName, expected, deadlineMs } = append.options;
    this.#faults.submit(this.#log, { kind: 'append', streamName, expected, events, deadlineMs }, (outcome) => {
      const refusal = outcomeRefusal(outcome, streamName, expected);
      if (refusal !== undefined) this.#answer(encodeBatchRefusal(correlationId, streamName, refusal));
      else if (outcome.kind === 'written') this.#call.send(frameBatchSuccess(correlationId, streamName, outcome));
      this.#committing -= 1;
      this.#endWhenIdle();
    });
  }

  #refuse(append: OpenAppend, refusal: BatchRefusal): void {
    this.#forget(append);
    this.#answer(encodeBatchRefusal(append.correlationId, append.options.streamName, refusal));
  }

  #forget(append: OpenAppend): void {
    clearTimeout(append.timer);
    this.#open.delete(append.correlationId.toString('latin1'));
  }

  #answer(response: Buffer): void {
    this.#call.send(frameOf(response));
  }

  #endWhenIdle(): void {
    if (this.#ending === undefined || this.#committing > 0) return;
    if (this.#ending.status === undefined) this.#call.finish();
    else this.#call.fail(this.#ending.status);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
