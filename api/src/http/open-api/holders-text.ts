import { type Right, rights } from '../../access/rights.ts';

const names = { admin: 'Admins', member: 'members', restricted: 'restricted members' } as const;

/** Who may call what asks for a right, as a sentence. */
export function holdersText(right: Right): string {
  const holders = rights[right];
  if (holders === undefined) return 'Needs no token.';
  const [first = '', ...others] = holders.access.map((access) => names[access]);
  const last = others.pop();
  const holderNames = [[first, ...others].join(', '), ...(last === undefined ? [] : [last])].join(' and ');
  return `${holderNames}${holders.demo ? '' : ', not the demo account'}.`;
}
