import { describe, expect, it } from 'vitest';
import { draftOf, faultsOf, fieldsOf } from './user-form.ts';

const draft = { ...draftOf(null), label: ' BI ' };

describe('the form of a user of SQL', () => {
  it('takes addresses by lines and commas, and none for everywhere', () => {
    const addresses = ' 192.0.2.1\n10.0.0.0/8, ::1\n\n2001:db8::/32';
    expect(faultsOf({ ...draft, addresses })).toEqual({});
    expect(fieldsOf({ ...draft, addresses })).toEqual({
      label: 'BI',
      application_ids: null,
      addresses: ['192.0.2.1', '10.0.0.0/8', '::1', '2001:db8::/32'],
    });
    expect(fieldsOf(draft).addresses).toEqual([]);
  });

  it('names what is wrong', () => {
    expect(faultsOf({ ...draft, label: ' ', limited: true, addresses: 'nowhere\n1.2.3.4' })).toEqual({
      label: 'Please input a label',
      applications: 'Choose at least one application',
      addresses: 'Not an address or network: nowhere',
    });
    const many = Array.from({ length: 21 }, (_, index) => `10.0.0.${index}`).join('\n');
    expect(faultsOf({ ...draft, addresses: many }).addresses).toBe('At most 20 addresses');
  });
});
