import { UnknownCertificateError } from '@tapwise/adapters';
import { type DomainError, type OpenApplication, subscriptionStream } from '@tapwise/domain';
import { z } from 'zod';
import type { IngestContext } from './ingest-context.ts';

/** Notices when the store's own notifications are refused because their certificate is not known to us. */
export interface GenuineRefusals {
  /** A notification was refused. @param body The JSON that was posted. */
  refused(application: OpenApplication, error: DomainError, body: unknown): Promise<void>;
  /** A signed notification was accepted, so its certificate is known. */
  accepted(application: OpenApplication): Promise<void>;
}

/** Anybody can post; so many different subscriptions of an application are known to no outsider. */
const subscriptionsWanted = 3;

const postedSchema = z.object({ signedPayload: z.string().max(200_000) });
const payloadSchema = z.object({ data: z.object({ signedTransactionInfo: z.string() }) });
const transactionSchema = z.object({ originalTransactionId: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * What a refused text says proves nothing about who sent it, except where it names what only the store and its customers know:
 * subscriptions that the application already has. Several of them, one after the other, are the store's.
 */
export function createGenuineRefusals({ log, failures }: Pick<IngestContext, 'log' | 'failures'>): GenuineRefusals {
  const refused = new Map<number, Set<string>>();
  const subjectOf = ({ application_id }: OpenApplication) =>
    ({ application_id, org_id: null, source: 'notifications' }) as const;
  const isOwn = async (application: OpenApplication, subscription: string): Promise<boolean> => {
    const last = await log.readLast(subscriptionStream(subscription));
    const data = last?.event.data;
    return data !== undefined && 'application_id' in data && data.application_id === application.application_id;
  };
  return {
    refused: async (application, error, body) => {
      if (!(error.cause instanceof UnknownCertificateError)) return;
      const subscription = namedSubscription(body);
      if (subscription === undefined || !(await isOwn(application, subscription))) return;
      const named = refused.get(application.application_id) ?? new Set<string>();
      refused.set(application.application_id, named.add(subscription));
      if (named.size < subscriptionsWanted) return;
      await failures.failed(subjectOf(application), { reason: 'certificate_refused', detail: '' });
    },
    accepted: async (application) => {
      refused.delete(application.application_id);
      await failures.succeeded(subjectOf(application));
    },
  };
}

/** The subscription that an unverified notification is about. */
function namedSubscription(body: unknown): string | undefined {
  try {
    const { signedPayload } = postedSchema.parse(body);
    const { data } = payloadSchema.parse(contentOf(signedPayload));
    return transactionSchema.parse(contentOf(data.signedTransactionInfo)).originalTransactionId;
  } catch {
    return undefined;
  }
}

const contentOf = (signed: string): unknown =>
  JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString('utf8'));
