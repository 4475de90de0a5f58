import { enter, signIn } from './people.ts';
import type { Person, Shape } from './target.ts';

const person: Person = { name: 'Nora New', email: 'new@seed.tapwise.example', password: 'new seed team' };

/** A team that has just signed up: a trial, and nothing set up. */
export const newTeam: Shape = {
  planned: [`team of ${person.name} (${person.email}) on trial, without an app`],
  person,
  path: '/client/reports',
  make: async (target) => void (await enter(target, person)),
  verify: async (target) => {
    const { applications, account } = await signIn(target, person);
    if (applications.length > 0 || account.access !== 'admin')
      throw new Error(`Read back: ${applications.length} applications, access ${account.access}`);
  },
};
