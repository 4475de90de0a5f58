import type { EndpointEvent } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { endpointsIn, receives } from './read-endpoints.ts';

const of = { application_id: 7, lane: 'webhook' as const };
const formerId = '5f0c6a52-7e1d-4f0e-9d53-0a3c5a7f1b11';
const presentId = '5f0c6a52-7e1d-4f0e-9d53-0a3c5a7f1b12';
const opened = (endpoint_id: string, opened_at: string): EndpointEvent => ({
  type: 'CustomerEndpointOpened',
  data: { ...of, endpoint_id, url: `https://customer.test/${endpoint_id}`, secret: null, opened_at },
});
/** Asked for at 10:00:09, and recorded at 10:00:14. */
const exchangedAt = '2026-11-29T10:00:09.000Z';
const former = { position: 100n, event: opened(formerId, '2026-11-28T12:00:00.000Z') };
const closed: EndpointEvent = {
  type: 'CustomerEndpointClosed',
  data: { ...of, endpoint_id: formerId, closed_at: exchangedAt },
};
const exchange = [
  { position: 300n, event: closed },
  { position: 310n, event: opened(presentId, exchangedAt) },
];

describe('the address that receives a message of the store', () => {
  const before = endpointsIn([former]).webhook;
  const after = endpointsIn([former, ...exchange]).webhook;
  const receiversOf = (receivedAt: string, position: bigint) =>
    [before, after].flatMap((endpoint) =>
      endpoint !== undefined && receives(endpoint, { receivedAt, position }) ? [endpoint.endpoint_id] : [],
    );

  it('is one, also where a process queues the message before another address is recorded and one afterwards', () => {
    expect(receiversOf('2026-11-29T10:00:10.000Z', 200n)).toEqual([formerId]);
  });

  it('is the present one for what came after it', () => {
    expect(after && receives(after, { receivedAt: '2026-11-29T10:00:15.000Z', position: 400n })).toBe(true);
  });

  it('is none for what came before it and was recorded after it', () => {
    expect(after && receives(after, { receivedAt: '2026-11-29T10:00:08.000Z', position: 400n })).toBe(false);
  });
});
