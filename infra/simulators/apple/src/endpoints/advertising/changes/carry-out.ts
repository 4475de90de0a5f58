import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consumeWriteFault, type Faults } from '../../../control/faults.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { Effect } from '../../../market/written/write-records.ts';
import { AdsApiError } from '../ads-api-error.ts';
import { type AdsApi, userOf } from '../ads-api-site.ts';

/** A call that is to change something, over one of the APIs. `path` is below the API's base. */
export interface WriteSite {
  readonly api: AdsApi;
  readonly faults: Faults;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly organization: Organization;
  readonly version: 'v5' | 'v1';
  readonly path: string;
}

/** What a call does, and what it answers afterwards. Nothing has happened yet when it was decided. */
export interface Decided {
  readonly effects: readonly Effect[];
  /** The answer's body, from what holds afterwards. */
  readonly body: (settings: SettingsInForce, now: number) => string;
  /** Of the answer; 200 unless it says otherwise. */
  readonly status?: number;
}

/**
 * Carries a call out: it is recorded, successful or not, and can be made to fail with or without its effect.
 *
 * @param decide throws AdsApiError when the call is refused: it has no effect then
 */
export async function carryOutWrite(site: WriteSite, decide: (settings: SettingsInForce) => Decided): Promise<unknown> {
  const { api, faults, request, reply, organization, version, path } = site;
  const fault = consumeWriteFault(faults, request.method, path);
  const at = api.clock.revealed();
  const { userId: user } = userOf(api, request);
  const { orgId: org } = organization;
  const call = { at, org, user, method: request.method, api: version, path, body: request.body ?? null };
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
  const wait = () => (fault === null || fault.delay_ms === 0 ? undefined : sleep(fault.delay_ms));
  if (fault !== null && outcome !== 'usual' && !fault.effect) {
    note(outcome === 'lost' ? 0 : outcome, []);
    await wait();
    return misbehave(site, outcome, fault.retry_after);
  }
  const decided = decidedOf(site, decide, (refused) => note(refused, []));
  const usual = decided.status ?? 200;
  note(outcome === 'usual' ? usual : outcome === 'lost' ? 0 : outcome, decided.effects);
  await wait();
  if (outcome !== 'usual') return misbehave(site, outcome, fault?.retry_after);
  const now = api.clock.revealed();
  return reply
    .code(usual)
    .type('application/json')
    .send(decided.body(api.settings.at(now), now));
}

/** @throws AdsApiError when the call is refused, which is written down first */
function decidedOf(
  { api, faults, organization }: WriteSite,
  decide: (settings: SettingsInForce) => Decided,
  refused: (status: number) => void,
): Decided {
  try {
    if (faults.readOnly.includes(organization.orgId))
      throw new AdsApiError(403, 'FORBIDDEN', 'The role does not allow this call.');
    return decide(api.settings.at(api.clock.revealed()));
  } catch (error) {
    if (error instanceof AdsApiError) refused(error.status);
    throw error;
  }
}

function misbehave({ request, reply }: WriteSite, outcome: 'lost' | number, retryAfter: number | undefined): unknown {
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
