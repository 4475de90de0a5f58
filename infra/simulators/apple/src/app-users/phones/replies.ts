/** What came back for a post. */
export interface Reply {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
  readonly body: unknown;
}

/** What a phone makes of a reply; `advice` is the wait in seconds that the service asked for. */
export type Outcome =
  | { readonly kind: 'done'; readonly attribution: unknown }
  | { readonly kind: 'pending' | 'again'; readonly advice: number | undefined }
  | { readonly kind: 'refused'; readonly status: number };

const day = 86_400;
const mostPosts = 5;

/** Statuses that a repetition does not change. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

/** What a reply counts as: only an object that says "ok" is an answer. @param reply `undefined` where nothing came back */
export function outcomeOf(reply: Reply | undefined): Outcome {
  if (reply === undefined) return { kind: 'again', advice: undefined };
  const { status, retryAfter = '' } = reply;
  const body = (typeof reply.body === 'object' ? reply.body : null) as Record<string, unknown> | null;
  const advice = sensible(body?.retry_after) ?? sensible(/^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined);
  if (status === 200 && body?.status === 'ok') return { kind: 'done', attribution: body.attribution ?? null };
  if (status === 202 && body?.status === 'pending') return { kind: 'pending', advice };
  return isRefusal(status) ? { kind: 'refused', status } : { kind: 'again', advice };
}

const sensible = (advice: unknown): number | undefined =>
  typeof advice === 'number' && Number.isFinite(advice) && advice >= 0 ? advice : undefined;

/**
 * What comes after a reply that is no answer, in seconds: a wait before the next post, a time without posts that outlives the app, or, after
 * the last post of a chain, nothing.
 * @param posts how many posts of the chain there were
 */
export function waitOrHold(
  outcome: Exclude<Outcome, { kind: 'done' }>,
  posts: number,
  random: () => number,
): { readonly hold?: number; readonly wait?: number } {
  if (outcome.kind === 'refused') return { hold: outcome.status === 401 ? 3600 : day };
  const { advice } = outcome;
  if (advice !== undefined && advice > 60) return { hold: Math.min(advice, day) };
  if (posts >= mostPosts) return {};
  return { wait: advice === undefined ? 2 ** posts * (0.8 + 0.4 * random()) : Math.max(1, advice) };
}
