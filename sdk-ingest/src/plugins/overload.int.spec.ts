import { senderLimits } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowSender } from '../../../tests/support/product/slow-sender.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

const slowSenders = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 50 };
const limits = { perAddress: 1000, perKey: 20, seconds: 60 };
let service: IngestService;
let port: number;

beforeAll(async () => {
  service = await startIngestService({ slowSenders, limits });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as { port: number }).port;
});
afterAll(() => service.stop());

const install = (api_key: string, number: number) => ({
  api_key,
  install_id: `overload-${number}`,
  first_launch_at: new Date().toISOString(),
});

describe('the ingest service under load', () => {
  it('cuts off a hundred slow senders and answers others meanwhile', async () => {
    const key = await service.addApplication({ id: 531, adamId: 1500000531, bundleId: 'com.example.slow' });
    const slow = Array.from({ length: 100 }, () => slowSender(port, 'body', '/sdk/v1/attribution'));
    expect((await service.post('/sdk/v1/attribution', install(key, 1))).status).toBe(200);
    const responses = await Promise.all(slow);
    expect(responses.filter((response) => response.startsWith('HTTP/1.1 408'))).toHaveLength(100);
  });

  it('gives senders the time that all ports of the product give', async () => {
    const shipped = await startIngestService();
    const { headersTimeout, requestTimeout } = shipped.app.server;
    await shipped.stop();
    expect(senderLimits).toMatchObject({ headersTimeout, requestTimeout });
  });

  it('refuses with 429 and Retry-After what one application sends too fast, and no other', async () => {
    const [busy, calm] = await Promise.all([
      service.addApplication({ id: 532, adamId: 1500000532, bundleId: 'com.example.busy' }),
      service.addApplication({ id: 533, adamId: 1500000533, bundleId: 'com.example.quiet' }),
    ]);
    const post = (key: string, number: number) =>
      service.app.inject({ method: 'POST', url: '/sdk/v1/attribution', payload: install(key, number) });
    const responses = await Promise.all(Array.from({ length: limits.perKey + 5 }, (_, number) => post(busy, number)));
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ status: 'error', code: 'too_many_requests' });
    expect((await post(calm, 1)).statusCode).toBe(200);
  });

  it('counts notifications for the application in their address, and unknown keys for none', async () => {
    const key = await service.addApplication({ id: 534, adamId: 1500000534, bundleId: 'com.example.store' });
    const statuses = async (path: string) => {
      const codes = [];
      for (let sent = 0; sent <= limits.perKey; sent += 1) codes.push((await service.post(path, {})).status);
      return codes;
    };
    expect((await statuses(`/store/notifications/${key}`)).at(-1)).toBe(429);
    expect((await statuses('/store/notifications/unknown-key')).at(-1)).toBe(401);
  });
});
