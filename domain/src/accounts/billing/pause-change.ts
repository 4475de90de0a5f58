import type { BookedSubscription, PaymentBook } from './payment-book.ts';

/** That a subscription will stop or has stopped for a while, on which instant, or that it goes on after all. */
export type PauseChange = { readonly kind: 'paused'; readonly at: string } | { readonly kind: 'restarted' };

/**
 * What the fact at a position changed about the pause of its subscription, as far as was known there; `undefined` where it changed
 * nothing, as a fact that is older than one that came before it does.
 */
export function pauseChange(book: PaymentBook, subscriptionId: string, position: bigint): PauseChange | undefined {
  const then = (book.subscriptions.get(subscriptionId)?.history ?? []).filter((entry) => entry.position <= position);
  const before = then.at(-2);
  const current = then.at(-1);
  if (current === undefined || current.position !== position) return undefined;
  const pause = pauseOf(current);
  const former = before === undefined ? null : pauseOf(before);
  if (pause !== null) return isSame(pause, former) ? undefined : { kind: 'paused', at: pause.at };
  const goesOn = current.fact.status !== 'canceled' && current.fact.scheduled === null;
  return former !== null && goesOn ? { kind: 'restarted' } : undefined;
}

interface Pause {
  readonly at: string;
  readonly begun: boolean;
}

function pauseOf({ fact: { status, scheduled, paused_at }, occurred_at }: BookedSubscription['newest']): Pause | null {
  if (status === 'paused') return { at: paused_at ?? occurred_at, begun: true };
  return scheduled?.action === 'pause' ? { at: scheduled.effective_at, begun: false } : null;
}

/** A pause that begins is the one that was scheduled. */
const isSame = (pause: Pause, former: Pause | null): boolean =>
  former !== null && (pause.begun || (!former.begun && former.at === pause.at));
