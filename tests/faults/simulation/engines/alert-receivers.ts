import type { OutboundClient } from '@tapwise/adapters';
import { append } from '../records/run-record.ts';
import type { Network } from '../time/network.ts';

export const slackUrl = 'https://slack.test/services/1';
export const alertsUrl = 'https://customer.test/alerts';
const failingPart = 0.1;
const patienceMs = 10_000;

/** Slack and a customer's server, where messages of alerts go: what they took. */
export class AlertReceivers {
  /** Bodies that Slack took, in order. */
  readonly slack: string[] = [];
  /** Bodies by the id of their message. */
  readonly #webhooks = new Map<string, string[]>();
  /** Ids of messages that were taken. */
  readonly taken = new Set<string>();

  accept(url: string, { id, body }: { readonly id: string; readonly body: string }, isFailing: boolean): number {
    if (url === alertsUrl) append(this.#webhooks, id, body);
    if (isFailing) return 500;
    if (url === slackUrl) this.slack.push(body);
    else this.taken.add(id);
    return 200;
  }

  /** Messages that came with other bytes than before. */
  get changed(): string[] {
    return [...this.#webhooks].flatMap(([id, bodies]) => (new Set(bodies).size > 1 ? [id] : []));
  }
}

interface ReceiversAccess {
  readonly receivers: AlertReceivers;
  readonly network: Network;
  readonly random: { next(): number };
}

/** Both as a program on one machine reaches them. */
export function openAlertReceivers({ receivers, network, random }: ReceiversAccess): OutboundClient {
  return {
    post: async (url, bytes, headers) => {
      const message = { id: headers['webhook-id'] ?? '', body: Buffer.from(bytes).toString() };
      const isFailing = network.isBad() && random.next() < failingPart;
      const fault = (): Error => new Error('no answer');
      const effect = (): number => receivers.accept(url, message, isFailing);
      const outcome = await network.call('customer server', effect, { fault, patienceMs }).then(
        (status) => ({ status, error: null }),
        () => ({ status: null, error: 'connection_failed' as const }),
      );
      return { ...outcome, ms: 1, responseBody: '', retryAfter: null };
    },
    close: async () => undefined,
  };
}
