import type { OutboundClient } from '@tapwise/adapters';
import type { LogRecord } from '../log-record.ts';
import type { Network } from '../time/network.ts';
import type { Machine, VirtualTime } from '../time/virtual-time.ts';

const patienceMs = 15_000;
/** A process that has lost its lease may end a post that it had begun. */
const latePostMs = 20_000;
const failingPart = 0.1;

/** A post as its machine made it. */
interface Post {
  readonly deliveryId: string;
  readonly sequence: number;
  readonly body: string;
  readonly machine: Machine | undefined;
  /** Milliseconds since 1970. */
  readonly begun: number;
}

/** A customer's server: what it took, and whether it should have been posted. */
export class CustomerServer {
  readonly #record: LogRecord;
  readonly #taken = new Set<string>();
  /** What should not have happened. */
  readonly violations: string[] = [];

  constructor(record: LogRecord) {
    this.#record = record;
  }

  hasTaken(deliveryId: string): boolean {
    return this.#taken.has(deliveryId);
  }

  /** @returns the status of the response. */
  accept(post: Post, isFailing: boolean): number {
    const { deliveryId, sequence, body } = post;
    const [frozen] = this.#record.frozen.get(deliveryId) ?? [];
    if (frozen === undefined) this.violations.push(`webhook ${deliveryId} was posted before its bytes were in the log`);
    else if (frozen.body !== body) this.violations.push(`webhook ${deliveryId} was posted with other bytes`);
    else if (frozen.sequence !== sequence)
      this.violations.push(`webhook ${deliveryId} was posted as ${sequence}, not ${frozen.sequence}`);
    if (this.#isLate(post)) this.violations.push(`webhook ${deliveryId} was posted after it had been delivered`);
    if (isFailing) return 500;
    this.#taken.add(deliveryId);
    return 200;
  }

  /** Machines that stood still may post what was delivered meanwhile, under the same id. */
  #isLate({ deliveryId, machine, begun }: Post): boolean {
    const deliveredAt = this.#record.deliveredAt.get(deliveryId);
    const stoodStill = machine !== undefined && machine.frozenUntil > 0;
    return deliveredAt !== undefined && begun > deliveredAt + latePostMs && !stoodStill;
  }
}

interface CustomerAccess {
  readonly customer: CustomerServer;
  readonly network: Network;
  readonly time: VirtualTime;
  readonly random: { next(): number };
}

/** The customer's server as a program on one machine reaches it. */
export function openCustomerServer({ customer, network, time, random }: CustomerAccess): OutboundClient {
  return {
    post: async (_url, body, headers) => {
      const begun = time.now();
      const post = {
        deliveryId: headers['webhook-id'] ?? '',
        sequence: Number(headers['x-tapwise-sequence']),
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
