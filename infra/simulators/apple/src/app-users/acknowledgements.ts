import { type Person, sourceOfKey } from '../market/people/person.ts';
import type { PurchaseEvent } from '../market/people/purchase.ts';

/** What the product is known to hold: deliveries it acknowledged with 200. */
export interface Acknowledgements {
  installPending(person: Person): void;
  installDelivered(person: Person): void;
  eventDelivered(person: Person, event: PurchaseEvent): void;
  isInstallDelivered(person: Person): boolean;
  /** Posted, while the product still waits for Apple's answer. */
  isInstallPending(person: Person): boolean;
  isEventDelivered(person: Person, event: PurchaseEvent): boolean;
}

/** What an earlier run of the simulator had delivered, per app. */
export interface EarlierRun {
  /** Install days (of the source of people) whose history was posted completely. */
  readonly postedDays: ReadonlySet<number>;
  /** Everything of the present up to this instant was delivered. */
  readonly watermark: number;
  /** People whose install was posted while Apple's answer is still awaited. */
  readonly awaiting: ReadonlySet<number>;
}

/**
 * @param startedAt instant that divides history from the present
 * @param earlier progress of earlier runs by app index; deliveries after it are made, and counted, again
 */
export function createAcknowledgements(startedAt: number, earlier: ReadonlyMap<number, EarlierRun>): Acknowledgements {
  const installs = new Map<number, 'pending' | 'delivered'>();
  const events = new Map<number, Set<number>>();
  const wasInstallDelivered = (person: Person): boolean =>
    wasDelivered(person, person.launchedAt) && earlier.get(person.app.index)?.awaiting.has(person.key) !== true;
  const wasDelivered = (person: Person, at: number): boolean => {
    const run = earlier.get(person.app.index);
    if (run === undefined || at > run.watermark) return false;
    return person.launchedAt > startedAt || run.postedDays.has(sourceOfKey(person.key).source.day);
  };
  return {
    installPending(person) {
      if (installs.get(person.key) === undefined) installs.set(person.key, 'pending');
    },
    installDelivered: (person) => void installs.set(person.key, 'delivered'),
    eventDelivered(person, event) {
      const delivered = events.get(person.key) ?? new Set();
      delivered.add(event.number);
      events.set(person.key, delivered);
    },
    isInstallDelivered: (person) => installs.get(person.key) === 'delivered' || wasInstallDelivered(person),
    isInstallPending: (person) => installs.get(person.key) === 'pending' && !wasInstallDelivered(person),
    isEventDelivered: (person, event) =>
      (events.get(person.key)?.has(event.number) ?? false) || wasDelivered(person, event.deliverAt),
  };
}
