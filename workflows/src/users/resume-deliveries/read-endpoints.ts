import type { EventLog } from '@tapwise/adapters';
import {
  type CustomerEndpoints,
  customerEndpointsStream,
  type EndpointEvent,
  endpointsDecider,
  fold,
} from '@tapwise/domain';

/** Addresses of an application as the log has them now, by application. */
export type EndpointReader = (applicationId: number) => Promise<CustomerEndpoints>;

/** Reads each application once: for the length of a batch. */
export function createEndpointReader(log: EventLog): EndpointReader {
  const cache = new Map<number, Promise<CustomerEndpoints>>();
  return (applicationId) => {
    const reading =
      cache.get(applicationId) ??
      log.readStream(customerEndpointsStream(applicationId)).then((recorded) =>
        fold(
          endpointsDecider,
          recorded.map(({ event }) => event as EndpointEvent),
        ),
      );
    cache.set(applicationId, reading);
    return reading;
  };
}
