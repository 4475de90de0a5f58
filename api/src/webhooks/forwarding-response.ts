import { type CustomerEndpoints, endpointState } from '@tapwise/domain';

/** The addresses as calls name them. */
export const forwardingResponse = ({ webhook, forwarding }: CustomerEndpoints) => ({
  status: 'ok' as const,
  proxy_url: forwarding?.url ?? '',
  webhook_url: webhook?.url ?? '',
  webhook_state: endpointState(webhook),
});
