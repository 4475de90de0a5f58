import { describe, expect, it } from 'vitest';
import { checkProfile, profileChange } from './profile-form.ts';

const fields = { name: 'Ada', organization: 'Moonvale', password: '', retyped: '' };
const account = { name: 'Ada', organizationName: 'Moonvale', access: 'admin' } as const;

describe('the profile form', () => {
  it.each([
    ['nothing is wrong', fields, true, {}],
    ['a blank name', { ...fields, name: '  ' }, false, { name: 'Please input non-empty username' }],
    [
      'a blank organization of an admin',
      { ...fields, organization: '' },
      true,
      { organization: 'Please input non-empty organization name' },
    ],
    ['a blank organization of a member', { ...fields, organization: '' }, false, {}],
    [
      'passwords that differ',
      { ...fields, password: 'one', retyped: 'two' },
      true,
      { retyped: 'The two passwords that you entered do not match' },
    ],
  ])('names %s', (_what, fields, isAdmin, faults) => {
    expect(checkProfile(fields, isAdmin)).toEqual(faults);
  });

  it('sends what was not changed as null', () => {
    expect(profileChange(fields, account)).toEqual({ name: null, organizationName: null, password: null });
    const changed = { name: ' Grace ', organization: 'Sunvale', password: 'a new password', retyped: 'a new password' };
    expect(profileChange(changed, account)).toEqual({
      name: 'Grace',
      organizationName: 'Sunvale',
      password: 'a new password',
    });
    expect(profileChange(changed, { ...account, access: 'member' }).organizationName).toBeNull();
  });
});
