import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSameSecret } from './same-secret.ts';

// The function of the platform itself is watched: a mocked module would reach only files that nothing else has loaded before.
const compared = vi.spyOn(crypto, 'timingSafeEqual');
syncBuiltinESMExports();
beforeEach(() => void compared.mockClear());
afterAll(() => {
  compared.mockRestore();
  syncBuiltinESMExports();
});

describe('two secrets', () => {
  it.each([
    ['the same', 'a9f0', 'a9f0', true],
    ['another at its end', 'a9f0', 'a9f1', false],
    ['a part of the other', 'a9f', 'a9f0', false],
    ['longer than the other', 'a9f0a9f0', 'a9f0', false],
    ['none', '', 'a9f0', false],
  ])('are compared whole, whatever they have in common: %s', (_what, candidate, expected, same) => {
    expect(isSameSecret(candidate, expected)).toBe(same);
    // By the platform's comparison, which does not end at the first difference, on values of one length.
    expect(compared).toHaveBeenCalledTimes(1);
    expect(compared.mock.calls[0]?.map((argument) => argument.byteLength)).toEqual([32, 32]);
  });
});
