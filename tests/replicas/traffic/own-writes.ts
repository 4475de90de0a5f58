import { randomBytes } from 'node:crypto';
import type { Tally } from '../tally.ts';
import type { GoingOn } from './going-on.ts';
import { openPage, type Page, type PageCall, type PageContext } from './page.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly page: Page;
}

/** Signs someone up, who has a team of their own then. */
export async function signUp(context: PageContext): Promise<Person> {
  const email = `person-${randomBytes(6).toString('hex')}@example.com`;
  const password = `pass ${randomBytes(12).toString('hex')}`;
  const visitor = openPage(context);
  const body = { name: 'Ada Example', email, password };
  const made = await visitor.persist({ method: 'POST', path: '/api/account', body });
  // An attempt whose answer was cut off has made the account.
  const entered = made.status === 200 ? made : await signIn(visitor, { email, password });
  context.tally.count('sign-ups');
  return { email, password, page: visitor.withToken(String(entered.body.token)) };
}

const signIn = (visitor: Page, body: { email: string; password: string }) =>
  visitor.persist({ method: 'POST', path: '/api/session', body });

/** People who sign in and out, write, and look at once at what they wrote, until that is ended. */
export async function keepWriting(context: PageContext, { signal, rest }: GoingOn): Promise<void> {
  const { tally } = context;
  const { email, password, page } = await signUp(context);
  while (!signal.aborted) {
    const visitor = page.withToken(undefined);
    const entered = await signIn(visitor, { email, password });
    if (entered.status !== 200) tally.fault(`sign-in: ${entered.status} ${JSON.stringify(entered.body)}`);
    tally.count('sign-ins');
    const session = visitor.withToken(String(entered.body.token));
    await beginWith(session, tally);
    await readOwnName(session, tally);
    await endSession(session, tally);
    await rest(500);
  }
}

/** The calls of a page that has just been opened, all at once. */
async function beginWith(session: Page, tally: Tally): Promise<void> {
  const calls = ['/api/account', '/api/account/collaborators', '/api/account', '/api/account/collaborators'];
  const responses = await Promise.all(calls.map((path) => session.call({ method: 'GET', path })));
  for (const response of responses) expectStatus(tally, 'after the sign-in', response?.status);
}

function expectStatus(tally: Tally, when: string, status: number | undefined, expected = 200): void {
  if (status !== undefined && status !== expected) tally.fault(`${when}: ${status} in place of ${expected}`);
}

async function readOwnName(session: Page, tally: Tally): Promise<void> {
  const name = `Ada ${randomBytes(4).toString('hex')}`;
  const write: PageCall = { method: 'PUT', path: '/api/account', body: { name } };
  expectStatus(tally, 'a name', (await session.persist(write)).status);
  for (const path of ['/api/account/collaborators', '/api/account', '/api/account/collaborators']) {
    const read = await session.call({ method: 'GET', path });
    if (read === undefined) continue;
    expectStatus(tally, path, read.status);
    tally.count('reads after an own write');
    if (!JSON.stringify(read.body).includes(name)) tally.fault(`${path} was answered without the name of just now`);
  }
}

async function endSession(session: Page, tally: Tally): Promise<void> {
  await session.persist({ method: 'DELETE', path: '/api/session' });
  const late = await session.call({ method: 'GET', path: '/api/account' });
  expectStatus(tally, 'after the sign-out', late?.status, 401);
}

/** Changes a password again and again, each of which is a mail, until that is ended. */
export async function keepMailing(context: PageContext, { signal, rest }: GoingOn): Promise<void> {
  const { tally } = context;
  const { page } = await signUp(context);
  while (!signal.aborted) {
    const password = `pass ${randomBytes(12).toString('hex')}`;
    const { status, body } = await page.persist({ method: 'PUT', path: '/api/account', body: { password } });
    if (status !== 200) tally.fault(`a password: ${status} ${JSON.stringify(body)}`);
    tally.count('passwords changed');
    await rest(700);
  }
}
