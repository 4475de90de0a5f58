import type { KeyVault } from '@tapwise/adapters';
import type { OutsideActor } from '@tapwise/domain';

/** Who changes something elsewhere, as it is said to colleagues. */
const words = {
  unknown: 'Apple Ads (outside this product)',
  person: (name: string) => `${name} (Apple Ads)`,
  personById: (id: string) => `User ${id} (Apple Ads)`,
  unnamedPerson: 'A person (Apple Ads)',
  program: (name: string) => `API user ${name} (Apple Ads)`,
  someProgram: 'Another program (Apple Ads)',
  apple: 'Apple',
  ourselves: 'Tapwise',
};

/** What the ad service calls a user is a number; where it is not, it is a name. */
const isNumber = (user: string): boolean => /^\d+$/.test(user);

/** @param actor `null` where it is not known who it was. */
export async function outsideName(vault: Pick<KeyVault, 'decrypt'>, actor: OutsideActor | null): Promise<string> {
  if (actor === null) return words.unknown;
  if (actor.kind === 'apple') return words.apple;
  if (actor.kind === 'tapwise') return words.ourselves;
  // The key is destroyed with the team.
  const user = actor.user === null ? undefined : await vault.decrypt(actor.user);
  if (actor.kind === 'api') return user === undefined ? words.someProgram : words.program(user);
  if (user === undefined) return words.unnamedPerson;
  return isNumber(user) ? words.personById(user) : words.person(user);
}
