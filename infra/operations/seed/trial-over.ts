import { handleCommand } from '@tapwise/adapters';
import { dayMs, moveTrial, teamDecider, teamStream } from '@tapwise/domain';
import { enterWithApplication, signIn } from './people.ts';
import type { Person, Shape } from './target.ts';

const daysAgo = 3;
const person: Person = { name: 'Tess Trial', email: 'trial-over@seed.tapwise.example', password: 'trial over seed' };
const app = { name: 'Out of trial', url: 'https://apps.apple.com/app/id1599000002' };

/** A team whose trial ended three days ago and that has not bought a plan. */
export const trialOver: Shape = {
  planned: [`team of ${person.name} (${person.email}) with the app ${app.name}; its trial ended ${daysAgo} days ago`],
  person,
  path: '/client/payments',
  make: async (target) => {
    const { session } = await enterWithApplication(target, person, app);
    const until = new Date(target.now - daysAgo * dayMs).toISOString();
    // As the operator's command about trials does.
    await handleCommand(target.log, {
      stream: teamStream(session.account.team_id),
      decider: teamDecider,
      cause: `seed trial-over ${until}`,
      context: { actor: { kind: 'operator', id: 'seed-command' } },
      decide: (state) => moveTrial(state, { until, at: new Date(target.now).toISOString() }),
    });
  },
  verify: async (target) => {
    const { service } = (await signIn(target, person)).account;
    if (service !== 'ended') throw new Error(`Read back: service ${service}`);
  },
};
