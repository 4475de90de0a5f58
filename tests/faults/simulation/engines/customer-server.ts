import type { OutboundClient } from '@tapwise/adapters';
import type { LoggedDelivery, WebhookRecord } from '../records/webhook-record.ts';
import type { Network } from '../time/network.ts';
import type { Machine, VirtualTime } from '../time/virtual-time.ts';

const patienceMs = 15_000;
/** A process that has lost its lease may end a post that it had begun. */
const latePostMs = 20_000;
const failingPart = 0.1;

/** A post as its machine made it. */
interface Post {
  readonly url: string;
  readonly deliveryId: string;
  /** Of a message that is forwarded there is none. */
  readonly sequence: number | undefined;
  readonly body: string;
  readonly machine: Machine | undefined;
  /** Milliseconds since 1970. */
  readonly begun: number;
}

/** A customer's server: what it took, and whether it should have been posted. */
export class CustomerServer {
  readonly #record: WebhookRecord;
  readonly #taken = new Set<string>();
  /** What should not have happened. */
  readonly violations: string[] = [];

  constructor(record: WebhookRecord) {
    this.#record = record;
  }

  hasTaken(deliveryId: string): boolean {
    return this.#taken.has(deliveryId);
  }

  /** @returns the status of the response. */
  accept(post: Post, isFailing: boolean): number {
    if (post.sequence === undefined) return this.#acceptForwarded(post, isFailing);
    const { deliveryId, sequence, body, url } = post;
    const [frozen] = this.#record.frozen.get(deliveryId) ?? [];
    if (frozen === undefined) this.violations.push(`webhook ${deliveryId} was posted before its bytes were in the log`);
    else if (frozen.body !== body) this.violations.push(`webhook ${deliveryId} was posted with other bytes`);
    else if (frozen.sequence !== sequence)
      this.violations.push(`webhook ${deliveryId} was posted as ${sequence}, not ${frozen.sequence}`);
    const delivery = this.#record.deliveries.get(deliveryId);
    if (delivery?.url !== url) this.violations.push(`webhook ${deliveryId} was posted to ${url}`);
    if (this.#isLate(delivery, post))
      this.violations.push(`webhook ${deliveryId} was posted after it had been delivered`);
    if (isFailing) return 500;
    this.#taken.add(deliveryId);
    return 200;
  }

  /** Messages are forwarded as the very bytes that came, which name them here. */
  #acceptForwarded({ body, url }: Post, isFailing: boolean): number {
    if (!this.#record.of(body, 'forwarding').some((delivery) => delivery.url === url))
      this.violations.push(`"${body}" was forwarded to ${url}`);
    if (isFailing) return 500;
    this.#taken.add(forwardedId(body));
    return 200;
  }

  /** Machines that stood still may post what was delivered meanwhile, under the same id. */
  #isLate(delivery: LoggedDelivery | undefined, { machine, begun }: Post): boolean {
    const deliveredAt = delivery?.deliveredAt;
    const stoodStill = machine !== undefined && machine.frozenUntil > 0;
    return deliveredAt !== undefined && begun > deliveredAt + latePostMs && !stoodStill;
  }
}

/** Of the message that is forwarded. */
export const forwardedId = (notificationId: string): string => `forwarded ${notificationId}`;

interface CustomerAccess {
  readonly customer: CustomerServer;
  readonly network: Network;
  readonly time: VirtualTime;
  readonly random: { next(): number };
}

/** The customer's server as a program on one machine reaches it. */
export function openCustomerServer({ customer, network, time, random }: CustomerAccess): OutboundClient {
  return {
    post: async (url, body, headers) => {
      const begun = time.now();
      const sequence = headers['x-tapwise-sequence'];
      const post = {
        url,
        deliveryId: headers['webhook-id'] ?? '',
        sequence: sequence === undefined ? undefined : Number(sequence),
        body: Buffer.from(body).toString(),
        machine: time.machine(),
        begun,
      };
      const isFailing = network.isBad() && random.next() < failingPart;
      const outcome = await network
        .call('customer server', () => customer.accept(post, isFailing), {
          fault: () => new Error('no answer'),
          patienceMs,
        })
        .then(
          (status) => ({ status, error: null }),
          () => ({ status: null, error: 'connection_failed' as const }),
        );
      return { ...outcome, ms: Math.round(time.now() - begun), responseBody: '', retryAfter: null };
    },
    close: async () => undefined,
  };
}
