import type { StreamEvent } from '../../../../projections/src/testing/recorded-events.ts';
import {
  installAttributed,
  installOrganic,
  installReported,
  linked,
  notification,
  transaction,
} from '../../../../projections/src/testing/sample-users.ts';
import type { World } from '../world.ts';
import { recordOnce, untilDone } from './team.ts';

const monthMs = 30 * 86_400_000;
const bought = Date.parse('2026-03-10T12:00:00.000Z');

/** What happens to a user, in the order of each stream, which is not the order in which it comes. */
function factsOf({ random }: World, name: string): StreamEvent[][] {
  const original = `t-${name}`;
  const install = `i-${name}`;
  const period = (index: number) =>
    transaction(index === 0 ? original : `${original}-${index}`, {
      original_transaction_id: original,
      purchased_at: new Date(bought + index * monthMs).toISOString(),
      expires_at: new Date(bought + (index + 1) * monthMs).toISOString(),
    });
  const messages = Array.from({ length: 1 + random.upTo(4) }, (_, index) => {
    const at = new Date(bought + index * monthMs).toISOString();
    const type = index === 0 ? 'SUBSCRIBED' : 'DID_RENEW';
    return notification(type, [period(index)], { notification_id: `${original} ${index}`, signed_at: at });
  });
  const decision = random.next() < 0.7 ? installAttributed(install) : installOrganic(install);
  const link = random.next() < 0.7 ? [[linked(install, original)]] : [];
  return [[installReported(install), decision], ...link, ...messages.map((message) => [message])];
}

/** A user whom an ad may have brought, and what the store says of the subscription, all of it at random instants. */
export async function recordSubscriber(world: World, name: string, withinMs: number): Promise<void> {
  await Promise.all(
    factsOf(world, name).map(async (facts) => {
      for (const { stream, event } of facts) {
        await new Promise<void>(
          (resolve) => void world.time.after((world.random.next() * withinMs) / facts.length, resolve, undefined),
        );
        await untilDone(world, () => recordOnce(world, stream, event));
      }
    }),
  );
}
