import type { FrozenAlert } from '@tapwise/domain';
import { webhookHeaders } from './webhook-signature.ts';

/** Headers of one attempt to post a message about an alert. @param at Milliseconds. @param secrets The newest first. */
export function alertHeaders(
  { message_id: id, sequence, event_at, body }: Pick<FrozenAlert, 'message_id' | 'sequence' | 'event_at' | 'body'>,
  { at, secrets }: { readonly at: number; readonly secrets: readonly string[] },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...webhookHeaders({ id, timestamp: Math.floor(at / 1000), body: Buffer.from(body) }, secrets),
    'x-tapwise-sequence': String(sequence),
    'x-tapwise-event-time': event_at,
  };
}
