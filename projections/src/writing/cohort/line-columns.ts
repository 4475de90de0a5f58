import type { SubscriptionLine } from '@tapwise/domain';

/** The columns of `subscription_line_v1` that say what happened to a line. */
export function lineColumns(line: SubscriptionLine) {
  const { product_id, country, started_at, intro, moments, left_at } = line;
  return {
    product_id,
    country,
    started_at: instant(started_at),
    intro_started_at: intro === null ? null : instant(intro.started_at),
    intro_expires_at: intro === null ? null : instant(intro.expires_at),
    left_at: left_at === null ? null : instant(left_at),
    moment_kinds: moments.map(({ kind }) => kind),
    moments_ms: moments.map(({ at }) => at),
    due_ms: moments.map((moment) => (moment.kind === 'charge' ? moment.due_at : 0)),
    paid_until_ms: moments.map((moment) => (moment.kind === 'charge' ? moment.paid_until : 0)),
    charge: moments.map((moment) => (moment.kind === 'refund' ? moment.charge : 0)),
  };
}

const instant = (ms: number): string => new Date(ms).toISOString();
