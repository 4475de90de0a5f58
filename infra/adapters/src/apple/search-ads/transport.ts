import { type OlderInterfaceAnswer, saysEnded } from '@tapwise/domain';
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
import { errorFromStatus } from '../ad-service/errors.ts';
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
  return createTransport(options, {
    access: ({ orgId }): CallAccess => ({
      credentials,
      headers: orgId === undefined ? noHeaders : { 'x-ap-context': `orgId=${orgId}` },
    }),
    inTurn: ({ orgId, priority }, _signal, attempt) =>
      limiter.run(String(orgId ?? 'none'), priority ?? 'pull', attempt),
    errorOf: ({ operation }, { status, headers }, body) => {
      const problems = problemsOf(body);
      const answer = { operation, status, codes: problems.map(({ code }) => code) };
      if (saysEnded(answer)) options.onEnded?.(answer);
      return errorFromStatus(operation, status, { retryAfter: headers['retry-after'], problems });
    },
  });
}
