import { addDays, type Day, DomainError, isDay, startOfDayInZone } from '@tapwise/domain';

/** Days of the past, both included. */
export interface PastRange {
  readonly from: Day;
  readonly to: Day;
}

const mostDays = 90;

/** @throws DomainError `invalid_request` for what are no days, or too many. */
export function readRange(from: string, to: string): PastRange {
  if (!isDay(from)) throw refused('from', 'from must be a day, YYYY-MM-DD.');
  if (!isDay(to)) throw refused('to', 'to must be a day, YYYY-MM-DD.');
  if (from > to) throw refused('from', 'from must not be after to.');
  if (to > addDays(from, mostDays - 1)) throw refused('to', `At most ${mostDays} days can be tested`);
  return { from, to };
}

/** @throws DomainError `invalid_request` for days to come. */
export function requirePast({ to }: PastRange, today: Day): void {
  // Callers in another zone may be a day ahead.
  if (to > addDays(today, 1)) throw refused('to', 'to lies in the future.');
}

/** Instants of the days in a zone; milliseconds. */
export const boundsOf = ({ from, to }: PastRange, zone: string): { after: number; until: number } => ({
  after: startOfDayInZone(from, zone) - 1,
  until: startOfDayInZone(addDays(to, 1), zone) - 1,
});

export const refused = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
