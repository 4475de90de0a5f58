import type { OpenSpan, SpanAttributes, SpanRequest } from './spans.ts';
import { telemetry } from './telemetry.ts';

interface HttpRequest {
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}
interface HttpReply {
  readonly raw: {
    readonly statusCode: number;
    readonly writableEnded: boolean;
    once(event: 'close', listener: () => void): unknown;
  };
}
type Hook = (request: HttpRequest, reply: HttpReply, next: () => void) => void;

/** What a Fastify server offers, whatever it was made for. */
export interface TracedServer {
  addHook(phase: 'onRequest', hook: Hook): unknown;
  addHook(phase: 'preValidation', hook: Hook): unknown;
}

/**
 * One span for each call, by the template of its route: addresses hold ids and tokens. A trace begins here whatever the caller sends, because
 * anybody may call and would choose what is sampled. Where OpenTelemetry is off, no hook is added.
 */
export function traceCalls(app: TracedServer): void {
  if (telemetry() === undefined) return;
  const sampled = new WeakMap<HttpRequest, NonNullable<OpenSpan['within']>>();
  app.addHook('onRequest', (request, { raw }, next) => {
    const span = telemetry()?.open(callSpan(request));
    if (span === undefined) return next();
    // Comes after every answer, and when the caller goes away before there is one.
    raw.once('close', () => span.end({ attributes: endOf(raw) }));
    if (span.within === undefined) return next();
    sampled.set(request, span.within);
    span.within(next);
  });
  // The body came by events of the connection, outside of the span.
  app.addHook('preValidation', (request, _reply, next) => {
    const within = sampled.get(request);
    if (within === undefined) next();
    else within(next);
  });
}

function endOf({ statusCode, writableEnded }: HttpReply['raw']): SpanAttributes {
  if (!writableEnded) return { 'error.type': 'aborted' };
  const status = { 'http.response.status_code': statusCode };
  return statusCode >= 500 ? { ...status, 'error.type': String(statusCode) } : status;
}

/** Those that the conventions name; callers may send others. */
const methods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']);

function callSpan({ method, routeOptions: { url: route } }: HttpRequest): SpanRequest {
  const isNamed = methods.has(method);
  const call = { 'http.request.method': isNamed ? method : '_OTHER', 'url.scheme': 'http' };
  if (route === undefined || !isNamed)
    return { name: isNamed ? method : 'HTTP', kind: 'server', begins: true, attributes: call };
  return { name: `${method} ${route}`, kind: 'server', begins: true, attributes: { ...call, 'http.route': route } };
}
