import { EventEmitter, once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { readEnvironment, startTelemetry, stopTelemetry, traceCalls } from '@tapwise/adapters';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/product/product.ts';
import { type OtlpReceiver, type OtlpSpan, startOtlpReceiver } from '../../support/stand-ins/otlp-receiver.ts';

let receiver: OtlpReceiver;
let url: string;
const app = Fastify();
const arrivals = new EventEmitter();

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20' };
  await startTelemetry('test', readEnvironment({ ...settings, OTEL_METRICS_EXPORTER: 'none' }), console);
  traceCalls(app);
  app.get('/failing/:id', () => Promise.reject(new Error('a person named in a message')));
  app.all('/waiting', ({ method }) => {
    arrivals.emit(method);
    return new Promise(() => undefined);
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await stopTelemetry();
  await receiver.stop();
});

async function named(name: string): Promise<OtlpSpan> {
  const span = await eventually(
    async () => receiver.spans.find((other) => other.name === name),
    (other) => other !== undefined,
  );
  return span as OtlpSpan;
}
const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

describe('the span of a call', () => {
  it('has the template of its route and the kind of its failure', async () => {
    await fetch(`${url}/failing/4711`);
    expect(attributesOf(await named('GET /failing/:id'))).toEqual({
      'http.request.method': 'GET',
      'http.route': '/failing/:id',
      'http.response.status_code': 500,
      'url.scheme': 'http',
      'error.type': '500',
    });
    for (const secret of ['4711', 'a person']) expect(receiver.bodies.join('\n')).not.toContain(secret);
  });

  it.each(['GET', 'POST'])('ends when the caller of a %s goes away', async (method) => {
    const arrived = once(arrivals, method);
    const headers = { 'content-type': 'application/json' };
    const call = httpRequest(`${url}/waiting`, { method, headers }).on('error', () => undefined);
    call.end(method === 'POST' ? '{}' : undefined);
    await arrived;
    call.destroy();
    expect(attributesOf(await named(`${method} /waiting`))).toMatchObject({ 'error.type': 'aborted' });
  });

  it('has no name and no method that a caller makes up', async () => {
    const call = httpRequest(`${url}/wp-login.php`, { method: 'PROPFIND' });
    call.end();
    await once(call, 'response');
    expect(attributesOf(await named('HTTP'))).toMatchObject({ 'http.request.method': '_OTHER' });
    expect(receiver.bodies.join('\n')).not.toContain('wp-login');
  });
});
