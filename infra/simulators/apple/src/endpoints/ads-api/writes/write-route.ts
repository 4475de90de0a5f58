import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { consumeWriteFault, type Faults } from '../../../control/faults.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { Effect } from '../../../market/written/write-records.ts';
import { type AdsApi, organizationOf } from '../ads-api-context.ts';
import { AdsApiError, type AdsApiErrorItem, envelope } from '../envelope.ts';

/** A call that is to change something, checked as far as all such calls are alike. */
export interface WriteCall {
  readonly api: AdsApi;
  readonly faults: Faults;
  readonly organization: Organization;
  readonly path: { readonly campaignId: string; readonly adGroupId: string; readonly id: string };
  readonly body: unknown;
  /** What holds before the call. */
  readonly settings: SettingsInForce;
}

/** What a call does, and what it answers afterwards. Nothing has happened yet when a handler returns. */
export interface Handled {
  readonly effects: readonly Effect[];
  readonly data: (settings: SettingsInForce, now: number) => unknown;
  /** Rows that were not done although the call succeeds. */
  readonly problems?: readonly AdsApiErrorItem[];
}

/** @throws AdsApiError when the call is refused: it has no effect */
export type WriteHandler = (call: WriteCall) => Handled;

export interface WriteRoutes {
  add(method: 'POST' | 'PUT' | 'DELETE', path: string, handler: WriteHandler): void;
}

const parameters = z.object({
  campaignId: z.string().default(''),
  adGroupId: z.string().default(''),
  id: z.string().default(''),
});

/** Routes whose calls are recorded, successful or not, and can be made to fail with or without their effect. */
export function writeRoutes(server: FastifyInstance, api: AdsApi, faults: Faults): WriteRoutes {
  return {
    add(method, path, handler) {
      server.route({
        method,
        url: `/api/v5${path}`,
        handler: (request, reply) => handleWrite({ api, faults, request, reply }, handler),
      });
    },
  };
}

interface Site {
  readonly api: AdsApi;
  readonly faults: Faults;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function handleWrite(site: Site, handler: WriteHandler): Promise<unknown> {
  const { api, faults, request, reply } = site;
  const organization = organizationOf(api, request);
  const path = (request.url.split('?')[0] ?? '').replace(/^\/api\/v5/, '');
  const fault = consumeWriteFault(faults, request.method, path);
  const at = api.clock.revealed();
  const call = { at, org: organization.orgId, method: request.method, path, body: request.body ?? null };
  const caused = api.world.caused.settings().length;
  const note = (status: number, effects: readonly Effect[]) =>
    api.world.written.add({
      ...call,
      status,
      caused,
      effects: [...effects],
      fault: fault === null ? null : String(fault.answer),
    });
  const outcome = fault?.answer ?? 'usual';
  const status = outcome === 'usual' ? 200 : outcome === 'lost' ? 0 : outcome;
  const wait = () => (fault === null || fault.delay_ms === 0 ? undefined : sleep(fault.delay_ms));
  if (fault !== null && outcome !== 'usual' && !fault.effect) {
    note(status, []);
    await wait();
    return misbehave(site, outcome, fault.retry_after);
  }
  const handled = handledOf(site, organization, handler, (refused) => note(refused, []));
  note(status, handled.effects);
  await wait();
  if (outcome !== 'usual') return misbehave(site, outcome, fault?.retry_after);
  const now = api.clock.revealed();
  const data = handled.data(api.settings.at(now), now);
  return reply.type('application/json').send(envelope(data, null, handled.problems));
}

/** @throws AdsApiError when the call is refused, which is written down first */
function handledOf(
  { api, faults, request }: Site,
  organization: Organization,
  handler: WriteHandler,
  refused: (status: number) => void,
): Handled {
  try {
    if (faults.readOnly.includes(organization.orgId))
      throw new AdsApiError(403, 'FORBIDDEN', 'The role does not allow this call.');
    const path = parameters.parse(request.params);
    const settings = api.settings.at(api.clock.revealed());
    return handler({ api, faults, organization, path, body: request.body ?? null, settings });
  } catch (error) {
    if (error instanceof AdsApiError) refused(error.status);
    throw error;
  }
}

function misbehave({ request, reply }: Site, outcome: 'lost' | number, retryAfter: number | undefined): unknown {
  if (outcome === 'lost') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  throw new AdsApiError(outcome, codes[outcome] ?? 'FAILED_ON_DEMAND', `Failed on demand with ${outcome}.`);
}

const codes: Readonly<Record<number, string>> = {
  403: 'FORBIDDEN',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_SERVER_ERROR',
};
