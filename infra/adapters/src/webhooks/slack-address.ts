import { type OutboundTargets, readOutboundAddress } from './outbound-address.ts';

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, and the same of Slack for governments. */
const hosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const pathForm = /^\/services\/[A-Za-z0-9]+(?:\/[A-Za-z0-9]+)*$/;
const addressForm = /^https:\/\/[a-z.-]+\/services\/[A-Za-z0-9/]+$/;

/**
 * Reads the address of an incoming webhook of Slack: https, one of its two hosts, a path below `/services/`, and nothing else in it. The path is a
 * secret.
 * @param targets Stand-ins that may be called although they are not Slack.
 * @returns `undefined` for anything else.
 */
export function readSlackAddress(text: string, targets: OutboundTargets): URL | undefined {
  const address = readOutboundAddress(text, targets);
  if (address === undefined) return undefined;
  if (targets.has(address.host)) return address;
  // By its spelling: a port, a query or a user that means nothing would be taken away by parsing.
  return addressForm.test(text) && hosts.has(address.host) && pathForm.test(address.pathname) ? address : undefined;
}

/** The address as it is shown: what of the path would let anyone post is left out. */
export function maskedSlackAddress({ host, pathname }: URL): string {
  const workspace = pathname.split('/')[2] ?? '';
  return `${host}/services/${workspace.slice(0, 2)}…/…`;
}
