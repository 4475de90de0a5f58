import type { UsedCredentials } from '@tapwise/domain';
import { wholeShare } from '../../../limits/call-share.ts';
import type { SearchAdsCredentials } from '../../ad-service/calls/access-token.ts';
import { createLimiter } from '../../ad-service/calls/limiter.ts';
import {
  type AnswerHead,
  type CallAccess,
  callsPerOrganization,
  createTransport,
  type SearchAdsCall,
  type SearchAdsTransport,
  type SearchAdsTransportOptions,
} from '../../ad-service/calls/transport.ts';
import { errorFromStatus, SearchAdsError } from '../../ad-service/errors.ts';
import { isRecord } from '../../ad-service/wire/lenient.ts';
import { isForeignFrame, problemsOf } from '../lists/envelope.ts';
import type { AccountDirectory } from './accounts.ts';
import { type CallBudget, createCallBudget } from './call-budget.ts';

export interface AdsPlatformApiOptions extends SearchAdsTransportOptions {
  /** The provider's API user, for organizations without one of their own. */
  readonly credentials: SearchAdsCredentials;
  readonly accounts: AccountDirectory;
  /** Called when the service did not accept the credentials that a call was made with for an organization. */
  readonly onCredentialsRefused?: ((refusal: RefusedAccess) => void) | undefined;
  /** Calls of one API client in a minute while no answer has named a limit. */
  readonly assumedCallsPerMinute?: number;
}

export interface RefusedAccess {
  readonly orgId: number;
  readonly used: UsedCredentials;
}

const callsPerClient = 10;
const callsPerMinute = 100;

/** Opens version 1 of the Apple Ads Platform API. The limits are those of the API client, beside those of an organization. */
export function createAdsPlatformTransport(options: AdsPlatformApiOptions): SearchAdsTransport {
  const { credentials: shared, accounts, assumedCallsPerMinute = callsPerMinute } = options;
  const ofOrganizations = createLimiter(options.share ?? wholeShare(callsPerOrganization));
  const ofClients = createLimiter(wholeShare(callsPerClient));
  const budgets = new Map<string, CallBudget>();
  const answered = new Set<string>();

  const accessOf = ({ orgId, adAccountId, credentials = shared, operation }: SearchAdsCall): CallAccess => {
    if (adAccountId !== undefined) return { credentials, headers: contextOf(adAccountId) };
    if (orgId === undefined) return { credentials, headers: {} };
    const access = accounts.accessOf(orgId);
    if (access === undefined) {
      const message = `${operation}: no ad account is bound to organization ${orgId}`;
      throw new SearchAdsError(message, {
        retry: false,
        reason: 'credentials',
        operation,
        ofAccess: true,
        isDisconnected: true,
      });
    }
    return { credentials: access.credentials ?? shared, headers: contextOf(access.adAccountId) };
  };
  const budgetOf = (call: SearchAdsCall): { clientId: string; budget: CallBudget } => {
    const { clientId } = accessOf(call).credentials;
    const budget = budgets.get(clientId) ?? createCallBudget({ assumedCallsPerMinute, now: Date.now });
    budgets.set(clientId, budget);
    return { clientId, budget };
  };
  return createTransport(options, {
    access: accessOf,
    inTurn: async (call, signal, attempt) => {
      const { orgId, priority = 'pull' } = call;
      const { clientId, budget } = budgetOf(call);
      // Whoever waits for the limit holds no turn: those that it leaves go first.
      const leave = await budget.enter(priority, signal);
      try {
        return await ofOrganizations.run(String(orgId ?? 'none'), priority, () =>
          ofClients.run(clientId, priority, attempt),
        );
      } finally {
        leave();
      }
    },
    onAnswer: (call, answer) => {
      budgetOf(call).budget.learn(answer);
      if (answer.status < 300 || answer.status === 400) answered.add(routeOf(call));
    },
    holdsResult: (status, body) => status === 400 && hasResultRows(body),
    onRefused: ({ orgId }) => {
      const access = orgId === undefined ? undefined : accounts.accessOf(orgId);
      if (orgId === undefined || access === undefined) return;
      const { credentials } = access;
      const used = credentials === undefined ? 'shared' : { clientId: credentials.clientId, keyId: credentials.keyId };
      options.onCredentialsRefused?.({ orgId, used });
    },
    errorOf: (call, answer, body) => errorOf(call, answer, body, answered.has(routeOf(call))),
  });
}

const contextOf = (adAccountId: number) => ({ 'x-ap-context': `adAccountId=${adAccountId}` });

/** A path without the ids in it, of which there is no end. */
const routeOf = ({ method, path }: SearchAdsCall): string => `${method} ${path.replace(/\/[^/]*\d[^/]*/g, '/{id}')}`;

/** A bulk call of which some rows failed may be answered with 400 and a result for each row. */
function hasResultRows(body: Buffer): boolean {
  try {
    const frame: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(frame) && Array.isArray(frame.result);
  } catch {
    return false;
  }
}

/**
 * The host answers paths that it does not route with a web page and 503, or with the frame of version 5 and 404: where the path has never
 * been answered, that is a fault of ours, which repeating does not heal.
 */
function errorOf(
  { operation }: SearchAdsCall,
  { status, headers }: AnswerHead,
  body: string,
  hasAnswered: boolean,
): SearchAdsError {
  const isUnrouted = status === 503 ? /^\s*</.test(body) : status === 404 && isForeignFrame(body);
  if (isUnrouted && !hasAnswered) {
    const message = `${operation} is no path of the interface (${status})`;
    return new SearchAdsError(message, { retry: false, reason: 'not_found', operation, status: 404 });
  }
  return errorFromStatus(operation, status, { retryAfter: headers['retry-after'], problems: problemsOf(body) });
}
