import { expect, it } from 'vitest';
import { departureOf } from './departure.ts';

const person = (accountId: number | null, access: 'admin' | 'member' | 'restricted') => ({ accountId, access });
const me = person(1, 'admin');
const admin = { user_id: 1, access: 'admin' } as const;

it.each([
  ['members leave their team behind', { user_id: 1, access: 'member' }, undefined, 'leaves'],
  ['restricted members do too', { user_id: 1, access: 'restricted' }, undefined, 'leaves'],
  ['the last person ends the team', admin, [me], 'closes_team'],
  ['an invited person is not in it yet', admin, [me, person(null, 'admin')], 'closes_team'],
  ['the last admin has to name another one', admin, [me, person(2, 'member')], 'last_admin'],
  ['one of several admins may go', admin, [me, person(2, 'member'), person(3, 'admin')], 'leaves'],
  ['people who are not known are not guessed', admin, undefined, 'unknown'],
] as const)('%s', (_what, account, people, departure) => {
  expect(departureOf(account, people)).toBe(departure);
});
