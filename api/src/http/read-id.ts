import { DomainError } from '@tapwise/domain';

/** @throws DomainError `invalid_request` when the parameter is missing or no id. */
export function readId(raw: Readonly<Record<string, string | undefined>>, field: string): number {
  const text = raw[field];
  if (text === undefined || text === '') {
    throw new DomainError('invalid_request', { message: `The parameter ${field} is required.`, details: { field } });
  }
  return readIdText(text, field);
}

/** @throws DomainError `invalid_request`. */
export function readIdText(text: string, field: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (id < 1 || !Number.isSafeInteger(id)) {
    throw new DomainError('invalid_request', { message: `The parameter ${field} is not an id.`, details: { field } });
  }
  return id;
}
