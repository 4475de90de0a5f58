import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Acknowledgements } from '../app-users/acknowledgements.ts';
import type { AppUsers } from '../app-users/app-users.ts';
import { formatDay, parseDay } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import { STORE_ZONE } from '../market/sales/store-catalogue.ts';
import { appOf } from '../market/world/apps.ts';
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

const control = z.strictObject({ pause: z.boolean() });

export interface TestDoors {
  readonly truth: Omit<TruthSite, 'delivered'>;
  readonly clock: SimulatorClock;
  readonly users: AppUsers;
  readonly faults: Faults;
}

/** Doors that the real Apple does not have: what really happened, faults on demand, and a pause. */
export function registerTestDoors(server: FastifyInstance, doors: TestDoors): void {
  const { clock, users, faults } = doors;
  server.get('/truth', async (request, reply) => {
    const parsed = query.safeParse(request.query);
    const question = parsed.success ? questionOf(doors, parsed.data) : null;
    if (!parsed.success || question === null)
      return refuse(reply, 'app, org and day (or from and to) must be known ones');
    const asOf = clock.revealed();
    const delivered = parsed.data.people === 'all' ? everythingUntil(asOf) : users.acknowledgements;
    const answer = await truthReport({ ...doors.truth, delivered }, { ...question, asOf });
    return { now: clock.now(), as_of: asOf, ...described(question), ...answer };
  });
  server.get('/truth/sales', async (request, reply) => {
    const parsed = salesQuery.safeParse(request.query);
    const app = parsed.success ? appOf(parsed.data.app) : null;
    const [from, to] = [parseDay(parsed.data?.from ?? ''), parseDay(parsed.data?.to ?? '')];
    if (app === null || from === null || to === null || to < from)
      return refuse(reply, 'app, from and to must be known ones');
    const asOf = clock.revealed();
    const answer = await salesTruth(doors.truth, { app, from, to, asOf });
    return { as_of: asOf, app: app.adamId, from: formatDay(from), to: formatDay(to), time_zone: STORE_ZONE, ...answer };
  });
  server.get('/truth/status', () => ({
    now: clock.now(),
    revealed: clock.revealed(),
    paused: clock.paused,
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
  server.post('/control', (request, reply) => {
    const parsed = control.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error.message);
    clock.pause(parsed.data.pause);
    return { paused: clock.paused, revealed: clock.revealed() };
  });
}

const refuse = (reply: FastifyReply, message: string) => reply.code(400).send({ error: message });

function questionOf(doors: TestDoors, input: z.infer<typeof query>): Omit<TruthQuestion, 'asOf'> | null {
  const app = appOf(input.app);
  const org = doors.truth.world.organizations.find((organization) => organization.orgId === input.org);
  const from = parseDay(input.from ?? input.day ?? '');
  const to = parseDay(input.to ?? input.day ?? '');
  if (app === null || org === undefined || from === null || to === null || to < from) return null;
  const currency = input.currency ?? doors.users.currencyOf(app);
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
