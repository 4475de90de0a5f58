import { expect, it } from 'vitest';
import { StoreReportsError } from '../apple/app-store-connect/errors.ts';
import { failureCauseOf } from './failure-cause.ts';

it('says that an agreement is missing, which is no missing right', () => {
  const refused = (code: string | null) =>
    failureCauseOf(new StoreReportsError('refused', 'no', { status: 403, code }));
  expect(refused('FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED')?.reason).toBe('agreement_missing');
  expect(refused('FORBIDDEN_ERROR')?.reason).toBe('refused');
  expect(refused(null)?.reason).toBe('refused');
});
