import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { enterWithApplication, type Session, signIn } from './people.ts';
import { call, type Person, type Shape, type Target } from './target.ts';

const owner: Person = { name: 'Olga Owner', email: 'owner@seed.tapwise.example', password: 'owner of a seed' };
const person: Person = {
  name: 'Rita Restricted',
  email: 'restricted@seed.tapwise.example',
  password: 'partly visible team',
};
const app = { name: 'Seen in part', url: 'https://apps.apple.com/app/id1599000003' };
const betweenLooksMs = 250;

const outboxSchema = z.object({
  mails: z.array(z.object({ kind: z.string(), to: z.string(), links: z.array(z.string()) })),
});

/** A team with a member who may not see spend and traffic. Both of its people follow the links of their mails, so it needs the demo's outbox. */
export const restrictedMember: Shape = {
  planned: [
    `team of ${owner.name} (${owner.email} / ${owner.password}) with the app ${app.name}`,
    `${person.name} (${person.email}), its member with restricted access`,
  ],
  person,
  path: '/client/reports',
  make: async (target) => {
    const { session } = await enterWithApplication(target, owner, app);
    await verifyAddress(target, session);
    if ((await signIn(target, person).catch(() => undefined)) !== undefined) return;
    const invitation = { token: session.token, email: person.email, access: 'restricted' };
    // A run that was cut off has invited already.
    if ((await linkIn(target, 'invite', person.email)) === undefined)
      await call(`${target.url}/api/account/collaborator`, invitation);
    const { searchParams } = await awaitLink(target, 'invite', person.email);
    await call(`${target.url}/api/account`, {
      collaborator_token: searchParams.get('token'),
      proof: searchParams.get('proof'),
      name: person.name,
      password: person.password,
    });
  },
  verify: async (target) => {
    const [member, its] = await Promise.all([signIn(target, person), signIn(target, owner)]);
    if (member.account.access !== 'restricted' || member.account.team_id !== its.account.team_id)
      throw new Error(`Read back: access ${member.account.access} in team ${member.account.team_id}`);
  },
};

async function verifyAddress(target: Target, { account, token }: Session): Promise<void> {
  if (account.email_verified) return;
  if ((await linkIn(target, 'verify', owner.email)) === undefined)
    await call(`${target.url}/api/account/verification`, { token });
  const { hash } = await awaitLink(target, 'verify', owner.email);
  const verification_token = hash.replace('#token=', '');
  await call(`${target.url}/api/account/verify`, { verification_token });
}

/** The first link in the newest mail of a kind to an address; `undefined` without one. @throws Error where mails are sent. */
async function linkIn({ url }: Target, kind: string, to: string): Promise<URL | undefined> {
  const outbox = await call(`${url}/api/demo/outbox`).catch(() => {
    throw new Error('This state needs a product whose mails are in its outbox: the demo, without SMTP_URL');
  });
  const mail = outboxSchema.parse(outbox).mails.find((other) => other.kind === kind && other.to === to);
  const [link] = mail?.links ?? [];
  return link === undefined ? undefined : new URL(link);
}

async function awaitLink(target: Target, kind: string, to: string): Promise<URL> {
  for (const deadline = Date.now() + target.patienceMs; ; await pause(betweenLooksMs)) {
    const link = await linkIn(target, kind, to);
    if (link !== undefined) return link;
    if (Date.now() > deadline) throw new Error(`The mail "${kind}" to ${to} does not come`);
  }
}
