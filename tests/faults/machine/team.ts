import { randomUUID } from 'node:crypto';
import { call } from '../../../infra/operations/seed/target.ts';

interface Session {
  readonly token: string;
  readonly applications: readonly { readonly id: number; readonly api_key: string }[];
}

const password = 'faults of a machine';

/** Opens an account with a name of its own. @returns its token. */
export async function signUp(url: string): Promise<string> {
  const email = `${randomUUID()}@faults.tapwise.example`;
  const session = await call(`${url}/api/account`, { name: 'Sam Machine', email, password });
  return (session as Session).token;
}

/** A team whose app may report first launches. */
export async function newApplication(url: string): Promise<{ id: number; apiKey: string }> {
  const token = await signUp(url);
  await call(`${url}/api/application`, { name: 'Machine', url: 'https://apps.apple.com/app/id1599000002', token });
  const session = await call(`${url}/api/account?token=${token}`);
  const [application] = (session as Session).applications;
  if (application === undefined) throw new Error('The application cannot be read back');
  return { id: application.id, apiKey: application.api_key };
}
