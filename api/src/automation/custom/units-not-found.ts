import { DomainError } from '@tapwise/domain';

/** Says of which keys there is no unit of the rule. */
export const unitsNotFound = (keys: readonly string[], message: string): DomainError =>
  new DomainError('not_found', { message, rows: keys.map((key) => ({ key, field: 'keyword', message })) });
