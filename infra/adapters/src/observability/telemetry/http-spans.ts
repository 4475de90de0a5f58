import type { OpenSpan, SpanAttributes, SpanRequest } from './spans.ts';
import { telemetry } from './telemetry.ts';

interface HttpRequest {
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}
type Continue = () => void;

type Hook<Reply> = (request: HttpRequest, reply: Reply, next: Continue) => void;

/** What a Fastify server offers, whatever it was made for. */
export interface TracedServer {
  addHook(phase: 'onRequest', hook: Hook<unknown>): unknown;
  addHook(phase: 'preValidation', hook: Hook<unknown>): unknown;
  addHook(phase: 'onRequestAbort', hook: (request: HttpRequest, next: Continue) => void): unknown;
  addHook(phase: 'onResponse', hook: Hook<{ readonly statusCode: number }>): unknown;
}

/**
 * One span for each call, by the template of its route: addresses hold ids and tokens. A trace begins here whatever the caller sends, because
 * anybody may call and would choose what is sampled. Where OpenTelemetry is off, no hook is added.
 */
export function traceCalls(app: TracedServer): void {
  if (telemetry() === undefined) return;
  const spans = new WeakMap<HttpRequest, OpenSpan>();
  const within = (request: HttpRequest, next: Continue): void => {
    const span = spans.get(request);
    if (span === undefined) next();
    else span.within(next);
  };
  app.addHook('onRequest', (request, _reply, next) => {
    const span = telemetry()?.open(callSpan(request));
    if (span !== undefined) spans.set(request, span);
    within(request, next);
  });
  // The body came by events of the connection, outside of the span.
  app.addHook('preValidation', (request, _reply, next) => within(request, next));
  const end = (request: HttpRequest, attributes: SpanAttributes): void => {
    spans.get(request)?.end({ attributes });
    spans.delete(request);
  };
  app.addHook('onRequestAbort', (request, next) => {
    end(request, { 'error.type': 'aborted' });
    next();
  });
  app.addHook('onResponse', (request, { statusCode }, next) => {
    const status = { 'http.response.status_code': statusCode };
    end(request, statusCode >= 500 ? { ...status, 'error.type': String(statusCode) } : status);
    next();
  });
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
