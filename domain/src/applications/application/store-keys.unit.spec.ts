import { describe, expect, it } from 'vitest';
import { readStoreKeys, readStorePassword, requireAcceptedKey } from './store-keys.ts';

const pem = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----';
const entered = {
  issuer_id: ' 69a6de70-03db-47e3-e053-5b8c7c11a4d1 ',
  key_id: 'ABCDE12345',
  vendor_number: '85123456\n',
  private_key: `\uFEFF${pem}\n`,
};
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('keys of the store', () => {
  it('are read without blanks around them', () => {
    expect(readStoreKeys(entered)).toEqual({
      issuer_id: '69a6de70-03db-47e3-e053-5b8c7c11a4d1',
      key_id: 'ABCDE12345',
      vendor_number: '85123456',
      private_key: pem,
    });
  });

  it('are missed in the order of the wizard', () => {
    expect(() => readStoreKeys({})).toThrow(code('issuer_id_required'));
    expect(() => readStoreKeys({ ...entered, key_id: ' ', vendor_number: '' })).toThrow(code('key_id_required'));
    expect(() => readStoreKeys({ ...entered, private_key: '', vendor_number: '' })).toThrow(
      code('private_key_required'),
    );
    expect(() => readStoreKeys({ ...entered, vendor_number: '' })).toThrow(code('vendor_number_required'));
  });

  it.each([
    ['issuer_id', '69a6de70'],
    ['key_id', 'abcde12345'],
    ['vendor_number', '12'],
  ])('are refused with the field that has another form: %s', (field, text) => {
    expect(() => readStoreKeys({ ...entered, [field]: text })).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { field } }),
    );
  });

  it.each([
    ['two keys', `${pem}\n${pem}`],
    ['a key of another kind', pem.replaceAll('PRIVATE KEY', 'EC PRIVATE KEY')],
    ['text before the key', `key: ${pem}`],
    ['a large file', pem + ' '.repeat(9000)],
  ])('are refused with %s', (_, private_key) => {
    expect(() => readStoreKeys({ ...entered, private_key })).toThrow(code('private_key_invalid'));
  });

  it('are accepted while the store does not answer, and refused as it says', () => {
    expect(requireAcceptedKey('accepted')).toBeUndefined();
    expect(requireAcceptedKey('not_checked')).toBeUndefined();
    expect(() => requireAcceptedKey('role_missing')).toThrow(code('store_key_without_rights'));
    expect(() => requireAcceptedKey('agreement_missing')).toThrow(code('store_agreement_missing'));
  });
});

describe('the shared secret of old-style notifications', () => {
  it('is 1 to 64 visible characters', () => {
    expect(readStorePassword(' s3cret ')).toBe('s3cret');
    expect(() => readStorePassword('  ')).toThrow(code('store_password_required'));
    for (const text of ['a\u0007b', 'x'.repeat(65)]) {
      expect(() => readStorePassword(text)).toThrow(code('store_password_invalid'));
    }
  });
});
