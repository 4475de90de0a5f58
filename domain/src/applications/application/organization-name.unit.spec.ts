import { expect, it } from 'vitest';
import { organizationName } from './organization-name.ts';

it('distinguishes organizations of one name by currency, those of one currency by number', () => {
  const organization = (org_id: number, name: string, currency: string) => ({ org_id, name, currency });
  const two = [organization(40, 'Moonvale Apps', 'USD'), organization(41, 'moonvale apps ', 'EUR')];
  const names = (all: typeof two) => all.map(({ org_id }) => organizationName(all, org_id));
  expect(names(two)).toEqual(['Moonvale Apps (USD)', 'moonvale apps  (EUR)']);
  expect(names([...two, organization(42, 'Moonvale Apps', 'USD'), organization(43, 'Ledgerly', 'USD')])).toEqual([
    'Moonvale Apps (40)',
    'moonvale apps  (EUR)',
    'Moonvale Apps (42)',
    'Ledgerly',
  ]);
  expect(names(two.slice(1))).toEqual(['moonvale apps ']);
  expect(organizationName(two, 42)).toBe('');
});
