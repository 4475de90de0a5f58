import { dayMs, hourMs } from '@tapwise/domain';
import { z } from 'zod';
import { call, type Seeded, type Target } from './target.ts';

const days = 30;
const installsADay = 4;
const person = {
  name: 'Sam Sdk',
  email: 'sdk-only@seed.tapwise.example',
  password: 'sdk only seed',
};
const app = { name: 'Only the SDK', url: 'https://apps.apple.com/app/id1599000001' };

const sessionSchema = z.object({
  token: z.string(),
  applications: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      api_key: z.string(),
      sdk_integration: z.string().nullable(),
      first_sdk_event_date: z.string().nullable(),
    }),
  ),
});
type Session = z.infer<typeof sessionSchema>;

/**
 * A team whose app calls with the SDK and whose ads are not linked: 30 days of first launches that no ad led to. Made again it
 * finds its own team and repeats its calls, which change nothing.
 */
export async function sdkOnly(target: Target): Promise<Seeded> {
  const planned = [
    `team of ${person.name} (${person.email}) with the app ${app.name}`,
    `${days * installsADay} first launches over ${days} days, none of them from an ad`,
  ];
  const seeded: Seeded = { planned, email: person.email, password: person.password, path: '/client/settings' };
  if (target.dryRun) return seeded;
  const session = await enter(target);
  if (session.applications.length === 0) await call(`${target.url}/api/application`, { ...app, token: session.token });
  const [application] = (await sessionOf(target, session.token)).applications;
  if (application === undefined) throw new Error('The application cannot be read back');
  for (const install of installs(target.now)) {
    await call(`${target.ingestUrl}/sdk/v1/attribution`, { api_key: application.api_key, ...install });
  }
  await verify(target, session.token);
  return seeded;
}

/** Opens the account, or signs in when an earlier run did. */
async function enter(target: Target): Promise<Session> {
  const { email, password } = person;
  const session = await call(`${target.url}/api/session`, { email, password }).catch(() => undefined);
  return sessionSchema.parse((session ?? (await call(`${target.url}/api/account`, person))).body);
}

async function sessionOf(target: Target, token: string): Promise<Session> {
  return sessionSchema.parse((await call(`${target.url}/api/account?token=${token}`)).body);
}

function installs(now: number): { install_id: string; first_launch_at: string; locale: string }[] {
  return Array.from({ length: days * installsADay }, (_, index) => {
    const at = now - Math.floor(index / installsADay) * dayMs - (index % installsADay) * hourMs;
    const day = new Date(at).toISOString().slice(0, 10);
    return { install_id: `seed-${day}-${index}`, first_launch_at: new Date(at).toISOString(), locale: 'en_US' };
  });
}

/** @throws Error when the product shows something else than was sent. */
async function verify(target: Target, token: string): Promise<void> {
  const [application] = (await sessionOf(target, token)).applications;
  const oldest = installs(target.now).at(-1)?.first_launch_at.slice(0, 10) ?? '';
  const { sdk_integration, first_sdk_event_date } = application ?? {};
  if (sdk_integration !== 'integrated' || first_sdk_event_date == null || first_sdk_event_date > oldest) {
    throw new Error(`Read back: SDK ${sdk_integration}, first day ${first_sdk_event_date}; sent back to ${oldest}`);
  }
}
