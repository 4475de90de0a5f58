import { DomainError, dayMs } from '@tapwise/domain';

/** Decisions in one answer, at most. */
const mostDecisions = 50_000;

/**
 * Ends a back-test whose answer would be too long, and says how many days would fit.
 * @param decisions Up to and with the newest slot.
 * @param spanMs From the first slot to that one.
 * @throws DomainError `invalid_request`
 */
export function refuseTooMany(decisions: number, spanMs: number): void {
  if (decisions <= mostDecisions) return;
  const days = Math.floor(spanMs / dayMs);
  const wish =
    days === 0
      ? 'choose fewer campaigns'
      : `choose at most ${days === 1 ? '1 day' : `${days} days`}, or fewer campaigns`;
  throw new DomainError('invalid_request', {
    message: `More than 50,000 decisions in one back-test: ${wish}`,
    details: { field: 'from' },
  });
}
