import type { Account } from '@tapwise/contract';
import { peopleMessages as words } from '../messages.ts';

export interface ProfileFields {
  name: string;
  organization: string;
  password: string;
  retyped: string;
}

export type ProfileFaults = Partial<Record<keyof ProfileFields, string>>;

/** What is wrong with the form, by field; empty when it may be sent. Only admins name the organization. */
export function checkProfile(fields: ProfileFields, isAdmin: boolean): ProfileFaults {
  const faults: ProfileFaults = {};
  if (fields.name.trim() === '') faults.name = words.nameMissing;
  if (isAdmin && fields.organization.trim() === '') faults.organization = words.organizationMissing;
  if (fields.password !== fields.retyped) faults.retyped = words.unequal;
  return faults;
}

/** The form as the server takes it: what was not changed is `null`. */
export function profileChange(fields: ProfileFields, account: Pick<Account, 'name' | 'organizationName' | 'access'>) {
  const changed = (value: string, before: string): string | null => (value.trim() === before ? null : value.trim());
  return {
    name: changed(fields.name, account.name),
    organizationName: account.access === 'admin' ? changed(fields.organization, account.organizationName) : null,
    password: fields.password === '' ? null : fields.password,
  };
}
