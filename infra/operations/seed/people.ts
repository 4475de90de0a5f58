import { z } from 'zod';
import { call, type Person, type Target } from './target.ts';

/** Where people call. */
type Pages = Pick<Target, 'url'>;

const sessionSchema = z.object({
  token: z.string(),
  account: z.object({
    user_id: z.number(),
    team_id: z.number(),
    access: z.string(),
    email_verified: z.boolean(),
    service: z.string(),
  }),
  applications: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** Restricted members do not get it. */
      api_key: z.string().nullable(),
      sdk_integration: z.string().nullable(),
      first_sdk_event_date: z.string().nullable(),
      asaOrganizations: z.array(z.object({ organization_id: z.number() })),
    }),
  ),
});
/** What a person who is signed in sees of the team. */
export type Session = z.infer<typeof sessionSchema>;

/** @throws Error when there is no such account. */
export async function signIn(target: Pages, { email, password }: Person): Promise<Session> {
  return sessionSchema.parse(await call(`${target.url}/api/session`, { email, password }));
}

/** Signs in, or opens the account with a team of its own. */
export async function enter(target: Pages, person: Person): Promise<Session> {
  return await signIn(target, person).catch(async () =>
    sessionSchema.parse(await call(`${target.url}/api/account`, person)),
  );
}

/** The application of a team, which is added when it has none. */
export async function enterWithApplication(
  target: Pages,
  person: Person,
  app: { readonly name: string; readonly url: string },
): Promise<{ session: Session; application: Session['applications'][number] }> {
  const entered = await enter(target, person);
  if (entered.applications.length === 0) await call(`${target.url}/api/application`, { ...app, token: entered.token });
  const session = await signIn(target, person);
  const [application] = session.applications;
  if (application === undefined) throw new Error('The application cannot be read back');
  return { session, application };
}

/** The one application that a team has. @throws Error when it has none. */
export async function applicationOf(target: Pages, person: Person): Promise<Session['applications'][number]> {
  const [application] = (await signIn(target, person)).applications;
  if (application === undefined) throw new Error('Read back: no application');
  return application;
}
