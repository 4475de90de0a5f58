import { randomUUID } from 'node:crypto';
import { call } from '../../../infra/operations/seed/target.ts';

interface Session {
  readonly token: string;
  readonly applications: readonly { readonly id: number; readonly api_key: string }[];
}

const password = 'faults of a machine';

/** A team whose app may report first launches. */
export interface Team {
  readonly applicationId: number;
  readonly apiKey: string;
  /** Signs its person in, which reads and decrypts what only keys can. */
  signIn(): Promise<void>;
}

export async function newTeam(url: string): Promise<Team> {
  const email = `${randomUUID()}@faults.tapwise.example`;
  const session = await call(`${url}/api/account`, { name: 'Sam Machine', email, password });
  const { token } = session as Session;
  await call(`${url}/api/application`, { name: 'Machine', url: 'https://apps.apple.com/app/id1599000002', token });
  const account = await call(`${url}/api/account?token=${token}`);
  const [application] = (account as Session).applications;
  if (application === undefined) throw new Error('The application cannot be read back');
  return {
    applicationId: application.id,
    apiKey: application.api_key,
    signIn: async () => void (await call(`${url}/api/session`, { email, password })),
  };
}
