import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Acknowledgements } from '../app-users/acknowledgements.ts';
import type { AppUsers } from '../app-users/app-users.ts';
import { formatDay, parseDay } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import type { ApiUsers } from '../endpoints/advertising/access/api-users.ts';
import { STORE_ZONE } from '../market/sales/store-catalogue.ts';
import { appOf } from '../market/world/apps.ts';
import { type Cause, carryOut, causeSchema } from './cause.ts';
import { CauseError } from './cause-targets.ts';
import { applySwitches, type Faults, faultSwitches } from './faults.ts';
import { salesTruth } from './truth/sales-truth.ts';
import { type TruthQuestion, type TruthSite, truthReport } from './truth/truth-report.ts';

const query = z.object({
  app: z.coerce.number().int(),
  org: z.coerce.number().int(),
  day: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  level: z.enum(['campaign', 'ad_group', 'keyword']).default('campaign'),
  country: z.string().optional(),
  currency: z.string().optional(),
  /** `acknowledged`: what the product holds; `all`: everything that has happened, as if it had been delivered. */
  people: z.enum(['acknowledged', 'all']).default('acknowledged'),
});

const salesQuery = z.object({ app: z.coerce.number().int(), from: z.string(), to: z.string() });

const control = z.union([
  z.strictObject({ pause: z.boolean() }),
  z.strictObject({ reset: z.literal(true) }),
  z.strictObject({ ask: z.literal('history') }),
  z.strictObject({ api_user: z.strictObject({ ad_account: z.number().int(), public_key: z.string().max(10_000) }) }),
  causeSchema,
]);

const writesQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** Paths that are no part of Apple. */
export const CONTROL_PATHS = /^\/((truth|faults|control)\b|(slack|customer)(\.json)?(\?|$))/;

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

export interface ControlSite {
  readonly truth: Omit<TruthSite, 'delivered'>;
  readonly clock: SimulatorClock;
  readonly users: AppUsers;
  readonly apiUsers: ApiUsers;
  readonly faults: Faults;
}

/** Endpoints that the real Apple does not have, for callers on this machine alone: what really happened, faults, and causes. */
export function registerControl(server: FastifyInstance, site: ControlSite): void {
  const { clock, users, faults } = site;
  server.addHook('onRequest', async (request, reply) => {
    if (CONTROL_PATHS.test(request.url) && !isLoopback(request.ip)) return reply.code(403).send();
  });
  server.get('/truth', async (request, reply) => {
    const parsed = query.safeParse(request.query);
    const question = parsed.success ? questionOf(site, parsed.data) : null;
    if (!parsed.success || question === null)
      return refuse(reply, 'app, org and day (or from and to) must be known ones');
    const asOf = clock.revealed();
    const delivered = parsed.data.people === 'all' ? everythingUntil(asOf) : users.acknowledgements;
    const report = await truthReport({ ...site.truth, delivered }, { ...question, asOf });
    return { now: clock.now(), as_of: asOf, ...described(question), ...report };
  });
  server.get('/truth/sales', async (request, reply) => {
    const parsed = salesQuery.safeParse(request.query);
    const app = parsed.success ? appOf(parsed.data.app) : null;
    const from = parseDay(parsed.data?.from ?? '');
    const to = parseDay(parsed.data?.to ?? '');
    if (app === null || from === null || to === null || to < from)
      return refuse(reply, 'app, from and to must be known ones');
    const asOf = clock.revealed();
    const report = await salesTruth(site.truth, { app, from, to, asOf });
    return { as_of: asOf, app: app.adamId, from: formatDay(from), to: formatDay(to), time_zone: STORE_ZONE, ...report };
  });
  server.get('/truth/status', () => ({
    now: clock.now(),
    revealed: clock.revealed(),
    paused: clock.paused,
    movement: site.truth.world.stillFrom === null ? 'on' : 'off',
    ...users.status(),
  }));
  server.post('/faults', async (request, reply) => {
    const parsed = faultSwitches.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error.message);
    applySwitches(faults, parsed.data);
    if (parsed.data.send_unknown_notification === true) await users.sendUnknownNotification();
    if (parsed.data.send_duplicate === true) await users.sendDuplicate();
    return { faults };
  });
  server.get('/control/writes', (request, reply) => {
    const parsed = writesQuery.safeParse(request.query);
    if (!parsed.success) return refuse(reply, 'after is the number of a write');
    const { after } = parsed.data;
    return { writes: site.truth.world.written.records().filter(({ number }) => number > after) };
  });
  server.post('/control', async (request, reply) => {
    const parsed = control.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error.message);
    if ('cause' in parsed.data) return cause(site, parsed.data, reply);
    if ('reset' in parsed.data) return resetWrites(site);
    if ('ask' in parsed.data) return { history_done: users.status().history_done };
    if ('api_user' in parsed.data) return createApiUser(site, parsed.data.api_user, reply);
    clock.pause(parsed.data.pause);
    return { paused: clock.paused, revealed: clock.revealed() };
  });
}

/** From now on everything is as the market made it; what was written until now has been. */
function resetWrites({ truth, clock }: ControlSite): object {
  const { written, caused } = truth.world;
  const at = clock.revealed();
  const effects = [{ do: 'reset' as const }];
  const call = { org: 0, method: 'RESET', api: 'v5' as const, path: '', body: null, status: 200, fault: null };
  const { number } = written.add({ ...call, at, effects, caused: caused.settings().length });
  return { reset: number, at };
}

/** What an account's page for API access does with a public key: names the user that it makes. */
function createApiUser(
  { apiUsers }: ControlSite,
  { ad_account: account, public_key: key }: { ad_account: number; public_key: string },
  reply: FastifyReply,
): object {
  try {
    const { clientId, teamId, keyId } = apiUsers.create(account, key);
    return { client_id: clientId, team_id: teamId, key_id: keyId };
  } catch (error) {
    return refuse(reply, error instanceof Error ? error.message : 'The key cannot be read');
  }
}

async function cause({ truth, clock, users }: ControlSite, wanted: Cause, reply: FastifyReply): Promise<object> {
  try {
    return await carryOut({ world: truth.world, activity: truth.activity, clock, users }, wanted);
  } catch (error) {
    if (error instanceof CauseError) return refuse(reply, error.message);
    throw error;
  }
}

const refuse = (reply: FastifyReply, message: string) => reply.code(400).send({ error: message });

function questionOf(site: ControlSite, input: z.infer<typeof query>): Omit<TruthQuestion, 'asOf'> | null {
  const app = appOf(input.app);
  const org = site.truth.world.organizations.find((organization) => organization.orgId === input.org);
  const from = parseDay(input.from ?? input.day ?? '');
  const to = parseDay(input.to ?? input.day ?? '');
  if (app === null || org === undefined || from === null || to === null || to < from) return null;
  const currency = input.currency ?? site.users.currencyOf(app);
  return { app, org, from, to, level: input.level, country: input.country ?? null, currency };
}

const described = (question: Omit<TruthQuestion, 'asOf'>): object => ({
  app: question.app.adamId,
  org: question.org.orgId,
  time_zone: question.org.timeZone,
  from: formatDay(question.from),
  to: formatDay(question.to),
  level: question.level,
  currency: question.currency,
  org_currency: question.org.currency,
});

/** Takes everything as delivered that should have been by an instant. */
const everythingUntil = (instant: number): Acknowledgements => ({
  installPending: () => {},
  installDelivered: () => {},
  eventDelivered: () => {},
  isInstallDelivered: (person) => person.launchedAt <= instant,
  isInstallPending: () => false,
  isEventDelivered: (_person, event) => event.deliverAt <= instant,
});
