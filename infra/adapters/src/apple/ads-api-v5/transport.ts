import { isGoneStatus, type OlderInterfaceAnswer, saysEnded } from '@tapwise/domain';
import { wholeShare } from '../../limits/call-share.ts';
import type { SearchAdsCredentials } from '../ad-service/calls/access-token.ts';
import { createLimiter } from '../ad-service/calls/limiter.ts';
import {
  type CallAccess,
  callsPerOrganization,
  createTransport,
  type SearchAdsTransport,
  type SearchAdsTransportOptions,
} from '../ad-service/calls/transport.ts';
import { disconnected, errorFromStatus, SearchAdsError } from '../ad-service/errors.ts';
import { problemsOf } from './envelope.ts';

const noHeaders: CallAccess['headers'] = {};

export interface SearchAdsApiOptions extends SearchAdsTransportOptions {
  /** The provider's API user, whom all organizations have let in. */
  readonly credentials: SearchAdsCredentials;
  /** Called for an answer that says that this version of the interface has ended. */
  readonly onEnded?: ((answer: OlderInterfaceAnswer) => void) | undefined;
}

/** Opens version 5 of the ad service. */
export function createSearchAdsTransport(options: SearchAdsApiOptions): SearchAdsTransport {
  const { credentials } = options;
  const limiter = createLimiter(options.share ?? wholeShare(callsPerOrganization));
  const accounts = { operation: 'GET /acls', method: 'GET', path: '/acls' } as const;
  /** What is gone may be one object, or the interface: then its accounts are gone as well. */
  const hasEnded = async (): Promise<boolean> => {
    try {
      await transport.call(accounts, () => undefined);
      return false;
    } catch (error) {
      return error instanceof SearchAdsError && error.isDisconnected;
    }
  };
  const transport: SearchAdsTransport = createTransport(options, {
    access: ({ orgId }): CallAccess => ({
      credentials,
      headers: orgId === undefined ? noHeaders : { 'x-ap-context': `orgId=${orgId}` },
    }),
    inTurn: ({ orgId, priority }, _signal, attempt) =>
      limiter.run(String(orgId ?? 'none'), priority ?? 'pull', attempt),
    errorOf: async ({ operation }, { status, headers }, body) => {
      const problems = problemsOf(body);
      const answer = { operation, status, codes: problems.map(({ code }) => code) };
      const error = errorFromStatus(operation, status, { retryAfter: headers['retry-after'], problems });
      if (saysEnded(answer)) {
        options.onEnded?.(answer);
        return disconnected(error);
      }
      const mayHaveEnded = operation !== accounts.operation && isGoneStatus(status);
      return mayHaveEnded && (await hasEnded()) ? disconnected(error) : error;
    },
  });
  return transport;
}
