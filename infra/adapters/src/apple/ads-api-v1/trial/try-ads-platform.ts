import { dayInZone } from '@tapwise/domain';
import { z } from 'zod';
import type { SearchAdsCredentials } from '../../ad-service/calls/access-token.ts';
import type { SearchAdsTransport, SearchAdsTransportOptions } from '../../ad-service/calls/transport.ts';
import { SearchAdsError } from '../../ad-service/errors.ts';
import { createAdsPlatformTransport } from '../calls/transport.ts';
import { openEnvelope } from '../lists/envelope.ts';
import { accessCalls, accountCall, campaignsCall, questionsOfCampaign, type TrialCall } from './trial-calls.ts';

/** One call that was tried. */
export interface TrialRow {
  readonly call: string;
  /** `null`: no answer. */
  readonly http: number | null;
  readonly seconds: number;
  /** What was learned, or what the service said is wrong. Never holds a key or a token. */
  readonly seen: object;
}

/** What the interface is tried with. */
export interface TrialOptions extends Pick<SearchAdsTransportOptions, 'apiUrl' | 'tokenUrl'> {
  readonly credentials: SearchAdsCredentials;
}

const noOrganizations = { accessOf: () => undefined };
const mostAccounts = 50;
const responseTimeoutMs = 30_000;

const accountList = z.object({ acls: z.array(z.object({ adAccount: z.object({ id: z.number() }) })) });
const campaignList = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    promotedObjectId: z.coerce.string(),
    deleted: z.boolean().optional(),
  }),
);

/** Makes read-only calls of version 1 with an API user, each once, and tells what came: what its documentation leaves open. */
export async function* tryAdsPlatform({ credentials, ...addresses }: TrialOptions): AsyncGenerator<TrialRow> {
  let limits: object = {};
  const transport = createAdsPlatformTransport({
    ...addresses,
    credentials,
    accounts: noOrganizations,
    timeoutMs: responseTimeoutMs,
    onAnswer: (_call, { headers }) => {
      limits = limitsIn(headers);
    },
  });
  const attempt = (call: TrialCall) => tryCall(transport, call, () => limits);
  const today = dayInZone(Date.now(), 'UTC');
  try {
    const answers = new Map<string, unknown>();
    for (const call of accessCalls) {
      const { row, result } = await attempt(call);
      answers.set(call.path, result);
      yield row;
    }
    const listed = accountList.safeParse(answers.get('/acls')).data?.acls ?? [];
    let campaignsAsked = false;
    for (const { adAccount } of listed.slice(0, mostAccounts)) {
      yield (await attempt(accountCall(adAccount.id))).row;
      const scope = { adAccountId: adAccount.id, today };
      const { row, result } = await attempt(campaignsCall(scope));
      yield row;
      const campaign = campaignList.safeParse(result).data?.find(({ deleted }) => deleted !== true);
      if (campaign === undefined || campaignsAsked) continue;
      campaignsAsked = true;
      for (const call of questionsOfCampaign(scope, { ...campaign, adamId: campaign.promotedObjectId }))
        yield (await attempt(call)).row;
    }
  } finally {
    await transport.close();
  }
}

async function tryCall(
  transport: SearchAdsTransport,
  { call, method, path, adAccountId, body, see }: TrialCall,
  limits: () => object,
): Promise<{ row: TrialRow; result: unknown }> {
  const began = performance.now();
  const seconds = () => Math.round(performance.now() - began) / 1000;
  // Each is made once: what it is answered is the finding.
  const request = { operation: call, method, path, body, once: true as const };
  try {
    const result = await transport.call(
      adAccountId === undefined ? request : { ...request, adAccountId },
      (answer) => openEnvelope(call, answer).data,
    );
    return { row: { call, http: 200, seconds: seconds(), seen: { ...see(result), ...limits() } }, result };
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    const { status: http, reason, problems, ofAccess } = error;
    const failedCall = ofAccess ? 'POST /auth/oauth2/token' : call;
    return { row: { call: failedCall, http, seconds: seconds(), seen: { reason, problems } }, result: undefined };
  }
}

function limitsIn(headers: Readonly<Record<string, string | string[] | undefined>>): object {
  const named = Object.entries(headers).filter(([name]) => /^(x-)?ratelimit-|^retry-after$/i.test(name));
  return named.length === 0 ? {} : { limits: Object.fromEntries(named) };
}
