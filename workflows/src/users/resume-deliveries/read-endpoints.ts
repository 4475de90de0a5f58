import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  customerEndpointsStream,
  type EndpointEvent,
  endpointsDecider,
  fold,
} from '@tapwise/domain';

/** An address, and the position in the log of the event that opened it. */
export interface LoggedEndpoint extends CustomerEndpoint {
  readonly position: bigint;
}

/** Of each kind the address that the log has now. */
export type LoggedEndpoints = Readonly<Record<CustomerEndpoint['lane'], LoggedEndpoint | undefined>>;

/** Addresses of an application as the log has them now, by application. */
export type EndpointReader = (applicationId: number) => Promise<LoggedEndpoints>;

/** Reads each application once: for the length of a batch. */
export function createEndpointReader(log: EventLog): EndpointReader {
  const cache = new Map<number, Promise<LoggedEndpoints>>();
  return (applicationId) => {
    const reading =
      cache.get(applicationId) ?? log.readStream(customerEndpointsStream(applicationId)).then(endpointsIn);
    cache.set(applicationId, reading);
    return reading;
  };
}

/** @param recorded Events of the stream of an application's addresses, from its first on. */
export function endpointsIn(recorded: readonly Pick<RecordedEvent, 'event' | 'position'>[]): LoggedEndpoints {
  const { webhook, forwarding } = fold(
    endpointsDecider,
    recorded.map(({ event }) => event as EndpointEvent),
  );
  const logged = (endpoint: CustomerEndpoint | undefined): LoggedEndpoint | undefined => {
    const opened = recorded.find(
      ({ event: { type, data } }) =>
        type === 'CustomerEndpointOpened' && 'endpoint_id' in data && data.endpoint_id === endpoint?.endpoint_id,
    );
    return endpoint && opened && Object.assign({ position: opened.position }, endpoint);
  };
  return { webhook: logged(webhook), forwarding: logged(forwarding) };
}

/** A message of the store: when it came, and where it is in the log. */
export interface LoggedMessage {
  readonly receivedAt: string;
  readonly position: bigint;
}

/**
 * Whether an address receives a message. Clocks alone do not say it: the address may have been asked for before the message came and be
 * recorded after it, and then a process that queued the message before gave it to the former address.
 */
export const receives = (endpoint: LoggedEndpoint, { receivedAt, position }: LoggedMessage): boolean =>
  endpoint.opened_at <= receivedAt && endpoint.position < position;
