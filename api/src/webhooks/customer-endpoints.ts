import { type CustomerEndpoints, customerEndpointsStream, type EndpointEvent, endpointsDecider } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** The addresses that receive deliveries about an application, by the log. */
export async function readEndpoints(deps: ApiDependencies, applicationId: number): Promise<CustomerEndpoints> {
  const recorded = await deps.log.readStream(customerEndpointsStream(applicationId));
  return recorded.reduce(
    (state, { event }) => endpointsDecider.evolve(state, event as EndpointEvent),
    endpointsDecider.initialState(),
  );
}

/** Subject under whose key secrets of an application are kept. */
export const secretSubject = (applicationId: number): string => `application-${applicationId}`;
