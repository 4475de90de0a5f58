import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorResponse } from './error-response.ts';

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('an answer to what a file of the machine refused', () => {
  it.skipIf(!existsSync('/dev/full'))('asks the caller to come again when the disk is full', () => {
    const error = thrownBy(() => writeFileSync('/dev/full', 'x'));
    const { status, headers, body } = errorResponse(error);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  });

  it('is a fault of ours where a file is missing', () => {
    const error = thrownBy(() => writeFileSync('/no/such/folder', 'x'));
    expect(errorResponse(error)).toMatchObject({ status: 500, body: { code: 'internal' } });
  });
});
