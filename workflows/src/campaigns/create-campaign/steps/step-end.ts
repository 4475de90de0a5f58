import { SearchAdsError, type WriteEnd } from '@tapwise/adapters';
import type { StepEnd } from '../create-campaign.contract.ts';

export type Halt = Exclude<StepEnd, { kind: 'done' }>;

export const done: StepEnd = { kind: 'done' };
export const nameTakenMessage = 'A campaign with this name already exists';

/** What a call that did nothing, or of which that is not known, means for its step. */
export function haltOf(end: Exclude<WriteEnd<unknown>, { kind: 'done' }>): Halt {
  if (end.kind === 'limited') {
    return { kind: 'delayed', message: 'Apple limits the number of requests', retryAfterMs: end.retryAfterMs };
  }
  if (end.kind === 'unknown' && end.isDisconnected) return { kind: 'disconnected' };
  if (end.kind === 'unknown') return { kind: 'delayed', message: end.message, retryAfterMs: null };
  return { kind: 'stuck', message: end.message, status: end.status };
}

/** What a reading that failed means for its step. @throws what is no error of the ad service. */
export function haltOfFault(error: unknown): Halt {
  if (!(error instanceof SearchAdsError)) throw error;
  if (error.isDisconnected) return { kind: 'disconnected' };
  if (error.retry || error.status === null) {
    return {
      kind: 'delayed',
      message: error.message,
      retryAfterMs: error.afterSeconds === null ? null : error.afterSeconds * 1000,
    };
  }
  return { kind: 'stuck', message: error.problems[0]?.message ?? error.message, status: error.status };
}

/** What stops more first. */
const halts: readonly unknown[] = ['stuck', 'disconnected', 'delayed'] satisfies readonly Halt['kind'][];

export const isHalt = (value: object | null): value is Halt =>
  value !== null && 'kind' in value && halts.includes(value.kind);

/** The end of things that were sent together: what stops all of it first. */
export function worstOf(ends: readonly StepEnd[]): StepEnd {
  for (const halt of halts) {
    const end = ends.find(({ kind }) => kind === halt);
    if (end !== undefined) return end;
  }
  return done;
}
