import type { Traffic } from '../traffic/traffic.ts';
import type { World } from '../world.ts';

/** Each purchase is one delivery, which is queued and frozen once, and was taken if the log says so. */
export function webhookViolations({ customer, record }: World, { purchases }: Traffic): string[] {
  const queuedTwice = [...record.queued].filter(([, deliveries]) => deliveries.length > 1);
  const frozenTwice = [...record.frozen].filter(([, bodies]) => bodies.length > 1);
  const sequences = [...record.frozen.values()].flatMap((bodies) => bodies.map(({ sequence }) => sequence));
  const isWhole = sequences.toSorted((a, b) => a - b).every((sequence, index) => sequence === index + 1);
  const untaken = [...record.deliveredAt.keys()].filter((id) => !customer.hasTaken(id));
  return [
    ...customer.violations,
    ...[...record.queued.keys()]
      .filter((original) => !purchases.includes(original))
      .map((original) => `a webhook about ${original} follows from nothing`),
    ...queuedTwice.map(([original]) => `the purchase ${original} was queued twice`),
    ...frozenTwice.map(([id]) => `webhook ${id} has two places in the sequence`),
    ...(isWhole ? [] : ['the sequence of webhooks has a gap']),
    ...untaken.map((id) => `webhook ${id} was recorded as delivered and never was`),
  ];
}
