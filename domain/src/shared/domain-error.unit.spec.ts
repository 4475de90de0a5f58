import { describe, expect, it } from 'vitest';
import { DomainError, errorCodes, isErrorCode } from './domain-error.ts';

describe('a refusal', () => {
  it("carries its code and the code's sentence, or a better one", () => {
    expect(new DomainError('ads_account_name_required')).toMatchObject({
      name: 'DomainError',
      code: 'ads_account_name_required',
      message: 'Error: account name is required',
      details: {},
    });
    const refusal = new DomainError('too_many_attempts', { message: 'Wait.', details: { retry_after: 4 } });
    expect(refusal).toMatchObject({ message: 'Wait.', details: { retry_after: 4 } });
  });

  it('has a code of the one list', () => {
    expect(Object.keys(errorCodes).every(isErrorCode)).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
  });

  it('has a sentence for every code, and no two codes share one', () => {
    const sentences = Object.values(errorCodes);
    expect(sentences.every((sentence) => sentence.length > 5)).toBe(true);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
