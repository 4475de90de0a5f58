import { describe, expect, it } from 'vitest';
import { emptyWizard, faultsOf, fileFault, firstStep, isUnusualSecret } from './store-wizard.ts';

const filled = {
  issuerId: '57246542-96fe-1a63-e053-0824d011072a',
  keyId: '2X9R4HXF34',
  keyFile: { name: 'AuthKey_2X9R4HXF34.p8', text: '-----BEGIN PRIVATE KEY-----' },
  vendorNumber: '87120001',
  secret: 'c0ffee',
};

describe('the store connection', () => {
  it('begins with the keys, and goes on with the shared secret when the keys are stored', () => {
    expect(firstStep('not_integrated')).toBe('keys');
    expect(firstStep('partially_integrated')).toBe('secret');
  });

  it('names every field that is missing in a step, and only those of that step', () => {
    expect(faultsOf('keys', emptyWizard)).toEqual({
      issuerId: 'Issuer ID is required',
      keyId: 'KEY ID is required',
      keyFile: 'API key file is required',
    });
    expect(faultsOf('vendor', emptyWizard)).toEqual({ vendorNumber: 'Vendor number is required' });
    expect(faultsOf('secret', emptyWizard)).toEqual({ secret: 'Shared Secret is required' });
  });

  it('takes blanks for nothing, and a filled step for done', () => {
    expect(faultsOf('vendor', { ...filled, vendorNumber: '  ' })).toHaveProperty('vendorNumber');
    for (const step of ['keys', 'vendor', 'secret'] as const) expect(faultsOf(step, filled)).toEqual({});
  });

  it('takes one .p8 file and nothing else', () => {
    const size = 257;
    expect(fileFault([{ name: 'AuthKey.p8', size }])).toBeNull();
    expect(fileFault([{ name: 'AUTHKEY.P8', size: 8192 }])).toBeNull();
    expect(fileFault([{ name: 'AuthKey.p8', size: 8193 }])).toBe('This file is not an App Store Connect API key.');
    expect(fileFault([{ name: 'key.pem', size }])).toBe('Only .p8 files are accepted');
    const two = ['a.p8', 'b.p8'].map((name) => ({ name, size }));
    expect(fileFault(two)).toBe('Choose one file only');
  });

  it('takes a secret of 64 printable characters at most, and says of one that is not of the usual form', () => {
    const wrong = { secret: 'A Shared Secret has 1 to 64 printable characters.' };
    const secretFaults = (secret: string) => faultsOf('secret', { ...filled, secret });
    for (const secret of ['x'.repeat(64), 'two words', 'ключ']) expect(secretFaults(secret)).toEqual({});
    for (const secret of ['x'.repeat(65), 'a\tb', 'a\u200bb']) expect(secretFaults(secret)).toEqual(wrong);
    expect(['', '0123456789abcdef0123456789abcdef', 'c0ffee'].map(isUnusualSecret)).toEqual([false, false, true]);
  });
});
