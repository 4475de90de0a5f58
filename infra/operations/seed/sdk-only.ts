import { dayMs, hourMs } from '@tapwise/domain';
import { applicationOf, enterWithApplication } from './people.ts';
import { call, type Person, type Shape } from './target.ts';

const days = 30;
const installsADay = 4;
const person: Person = { name: 'Sam Sdk', email: 'sdk-only@seed.tapwise.example', password: 'sdk only seed' };
const app = { name: 'Only the SDK', url: 'https://apps.apple.com/app/id1599000001' };

/** A team whose app calls with the SDK and whose ads are not linked: 30 days of first launches that no ad led to. */
export const sdkOnly: Shape = {
  planned: [
    `team of ${person.name} (${person.email}) with the app ${app.name}`,
    `${days * installsADay} first launches over ${days} days, none of them from an ad`,
  ],
  person,
  path: '/client/settings',
  make: async (target) => {
    const { application } = await enterWithApplication(target, person, app);
    for (const install of installs(target.now))
      await call(`${target.ingestUrl}/sdk/v1/attribution`, { api_key: application.api_key, ...install });
  },
  verify: async (target) => {
    const { sdk_integration, first_sdk_event_date } = await applicationOf(target, person);
    // Made on an earlier day it reaches back further.
    const oldest = installs(target.now).at(-1)?.first_launch_at.slice(0, 10) ?? '';
    if (sdk_integration !== 'integrated' || first_sdk_event_date === null || first_sdk_event_date > oldest)
      throw new Error(`Read back: SDK ${sdk_integration}, first day ${first_sdk_event_date}; sent back to ${oldest}`);
  },
};

function installs(now: number): { install_id: string; first_launch_at: string; locale: string }[] {
  return Array.from({ length: days * installsADay }, (_, index) => {
    const at = now - Math.floor(index / installsADay) * dayMs - (index % installsADay) * hourMs;
    const day = new Date(at).toISOString().slice(0, 10);
    return { install_id: `seed-${day}-${index}`, first_launch_at: new Date(at).toISOString(), locale: 'en_US' };
  });
}
