import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An attribute as OTLP has it. */
interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

export interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent or empty for the first of its trace. */
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly OtlpAttribute[];
}

export interface OtlpMetric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly { readonly attributes: readonly OtlpAttribute[] }[] };
}

/** Collects what is exported to it, over HTTP on loopback. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: OtlpSpan[];
  readonly metrics: OtlpMetric[];
  /** All bodies as they came. */
  readonly bodies: string[];
  /** Exports that came and were neither answered nor given up by who sent them. */
  readonly waiting: number;
  stop(): Promise<void>;
}

interface Exported {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

/** @param released What comes before it is fulfilled waits for it without an answer. */
export async function startOtlpReceiver(released?: Promise<void>): Promise<OtlpReceiver> {
  const spans: OtlpSpan[] = [];
  const metrics: OtlpMetric[] = [];
  const bodies: string[] = [];
  let waiting = 0;
  const server = createServer(async (request, response) => {
    waiting += 1;
    response.once('close', () => {
      waiting -= 1;
    });
    const body = await textOf(request);
    bodies.push(body);
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body) as Exported;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    metrics.push(...resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)));
    await released;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    bodies,
    get waiting() {
      return waiting;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
