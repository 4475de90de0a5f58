import { randomUUID } from 'node:crypto';
import type { SignatureVerdict } from '@tapwise/adapters';
import { paymentRefusalStream, statelessDecider } from '@tapwise/domain';
import { type IngestContext, nowIso } from './ingest-context.ts';

type Refusal = Exclude<SignatureVerdict, 'ok'>;

const restMs = 60_000;

/**
 * Records that notifications without a good signature came: of each kind the first at once, then one a minute with how many there were, so
 * so that a sender cannot fill the log. It runs in the background.
 */
export function createRefusalLog(context: IngestContext): (verdict: Refusal, bytes: number) => void {
  const counts = new Map<Refusal, { at: number; count: number }>();
  return (verdict, bytes) => {
    const count = (counts.get(verdict)?.count ?? 0) + 1;
    const before = counts.get(verdict)?.at ?? Number.NEGATIVE_INFINITY;
    if (context.now() - before < restMs) {
      counts.set(verdict, { at: before, count });
      return;
    }
    counts.set(verdict, { at: context.now(), count: 0 });
    const refused_at = nowIso(context);
    context.queue
      .handle({
        stream: paymentRefusalStream(refused_at.slice(0, 10)),
        decider: statelessDecider,
        cause: randomUUID(),
        context: { actor: { kind: 'system', id: 'payments' } },
        decide: () => [{ type: 'PaymentNotificationRefused' as const, data: { verdict, count, bytes, refused_at } }],
      })
      .catch((error: unknown) => context.logger.warn({ err: error }, 'a refused notification could not be recorded'));
  };
}
