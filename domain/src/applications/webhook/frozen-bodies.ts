import type { FrozenEvent } from './delivery.events.ts';

/** The bytes of a delivery, and its place in the sequence of its endpoint. */
export interface FrozenBody {
  readonly delivery_id: string;
  readonly sequence: number;
  readonly body: string;
  /** Ten-thousandths of a US dollar; `null` when the price was not known. */
  readonly proceeds: number | null;
  readonly frozen_at: string;
}

/** What one event froze, in the order of the sequence. */
export function frozenBodies({ data }: FrozenEvent): FrozenBody[] {
  const { first_sequence, deliveries, frozen_at } = data;
  return deliveries.map((delivery, index) => ({ ...delivery, sequence: first_sequence + index, frozen_at }));
}

/** Characters of bodies in one event: the log takes no larger ones, and few bodies have more than 600. */
const mostCharacters = 400_000;
const mostBodies = 500;

/** Gives bodies the places after the newest one of the sequence of their endpoint, as few events as they fit in. */
export function freezeBodies(
  endpoint_id: string,
  newest: number,
  bodies: readonly Pick<FrozenBody, 'delivery_id' | 'body' | 'proceeds'>[],
  frozen_at: string,
): FrozenEvent[] {
  const events: FrozenEvent[] = [];
  let first_sequence = newest + 1;
  let characters = 0;
  let deliveries: (typeof bodies)[number][] = [];
  const end = (): void => {
    if (deliveries.length === 0) return;
    events.push({ type: 'WebhooksFrozen', data: { endpoint_id, first_sequence, deliveries, frozen_at } });
    first_sequence += deliveries.length;
    deliveries = [];
    characters = 0;
  };
  for (const { delivery_id, body, proceeds } of bodies) {
    if (characters + body.length > mostCharacters || deliveries.length === mostBodies) end();
    deliveries.push({ delivery_id, body, proceeds });
    characters += body.length;
  }
  end();
  return events;
}
