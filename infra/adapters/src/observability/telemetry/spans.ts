/** What a span says of a step, in the terms of OpenTelemetry. Nothing of it may be personal, secret or an id of a customer's. */
export interface SpanRequest {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** With few values each: the metric of durations has them too. */
  readonly attributes: SpanAttributes;
  /** Of the span alone. */
  readonly details?: SpanAttributes;
  /** A trace may begin here: at a call, a batch, an attempt. Other steps are parts of what is traced already, or are not traced. */
  readonly begins?: true;
  /** `traceparent` of the step that led here; absent: the span that is open here. */
  readonly parent?: string | undefined;
  /** `traceparent` of steps that this one is about. A step that is about a sampled one is sampled. */
  readonly links?: readonly string[];
}
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** How a step ended. */
export interface Outcome {
  readonly attributes?: SpanAttributes;
  /** Of a step that failed; only its class is exported, since messages may hold anything. */
  readonly error?: unknown;
}

export interface OpenSpan {
  /** What is begun in `work`, however deep, belongs to this span. `undefined` where nothing has to follow the step: most are not sampled. */
  readonly within: (<Result>(work: () => Result) => Result) | undefined;
  /** To be called once. */
  end(outcome?: Outcome): void;
}

export interface Telemetry {
  open(request: SpanRequest): OpenSpan;
  /** W3C `traceparent` of the open span; `undefined` without one, and for one that is not sampled. */
  traceparent(): string | undefined;
  /** Names the open span in a line of the log. */
  logFields(): { readonly trace_id?: string; readonly span_id?: string };
  /** Exports what is left. */
  close(): Promise<void>;
}
