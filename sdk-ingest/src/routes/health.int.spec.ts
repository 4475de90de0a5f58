import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyEventStore } from '../../../tests/support/engines/faulty-eventstore.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

let ingest: IngestService;
beforeAll(async () => {
  ingest = await startIngestService();
});
afterAll(() => ingest.stop());

describe('the figures of the process', () => {
  it('are given to this machine alone while there is no token', async () => {
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await ingest.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await ask('127.0.0.1')).toBe(200);
    expect(await ask('192.0.2.1')).toBe(401);
    expect(await ask('192.0.2.1', { authorization: 'Bearer undefined' })).toBe(401);
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
  });
});

describe('readiness', () => {
  it('is lost while the log answers reads and takes no appends', async () => {
    const server = await startFaultyEventStore();
    const eventStore = { url: server.url, stop: async () => void (await server.stop('SIGTERM')) };
    const service = await startIngestService({}, { eventStore });
    const ready = async () => (await service.app.inject({ method: 'GET', url: '/readyz' })).statusCode;
    expect(await ready()).toBe(200);
    await server.become({ not_ready: 'starting' });
    await service.events('installs-none');
    expect(await ready()).toBe(503);
    await server.become({});
    expect(await ready()).toBe(200);
    await service.stop();
  });
});
