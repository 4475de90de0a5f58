import { alertHeaders, type KeyVault, type OutboundClient } from '@tapwise/adapters';
import {
  type AlertAttempt,
  type AlertChannel,
  type AttemptEnd,
  type FrozenAlert,
  isDelivered,
  isGone,
  nextAttemptAt,
  slackBody,
  slackOutcome,
  slackTimeoutMs,
} from '@tapwise/domain';
import { alertWords, type MessageEpisode } from './alert-words.ts';

export interface PostSources {
  readonly vault: Pick<KeyVault, 'decrypt'>;
  readonly client: Pick<OutboundClient, 'post'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Seconds between attempts of a webhook, where they are not the usual ones. */
  readonly pauses: readonly number[] | undefined;
  readonly now: () => number;
}

/** A message that has been claimed. */
export interface ClaimedMessage {
  readonly channel: AlertChannel;
  readonly messageId: string;
  readonly form: 'single' | 'group' | 'digest';
  readonly included: readonly MessageEpisode[];
  /** This attempt included. */
  readonly attempts: number;
  readonly claim: string;
}

/** How an attempt ended, and whether the channel is not to be asked any more. */
export interface PostEnd {
  readonly end: AttemptEnd;
  /** Why nothing is sent there any more; `null`: it is. */
  readonly disables: string | null;
  /** What a customer's server answered. */
  readonly answer?: AlertAttempt;
}

const failed = (error: string): PostEnd => ({ end: { state: 'failed', error }, disables: null });
const gone = (error: string): PostEnd => ({ end: { state: 'failed', error }, disables: error });
const sent: PostEnd = { end: { state: 'sent', error: null }, disables: null };

/** Posts a message to Slack. */
export async function postToSlack(
  { vault, client, publicUrl, now }: PostSources,
  { channel, form, included, attempts }: ClaimedMessage,
): Promise<PostEnd> {
  const address = channel.address === null ? undefined : await vault.decrypt(channel.address);
  if (address === undefined) return failed('The address is gone');
  const { title, lines, more, path } = alertWords(form, included, channel.without_amounts);
  const sections = more === 0 ? lines : [...lines, `and ${more} more`];
  const link = { label: 'Open the alert', url: `${publicUrl}${path}` };
  const body = Buffer.from(JSON.stringify(slackBody({ title, sections, link })));
  const json = { 'content-type': 'application/json' };
  const answer = await client.post(address, body, json, { totalMs: slackTimeoutMs });
  if (answer.error === 'forbidden_address') return gone('The address is not allowed');
  const outcome = slackOutcome(answer, attempts - 1, now());
  switch (outcome.kind) {
    case 'sent':
      return sent;
    case 'retry':
      return { end: { retryAt: outcome.at, error: `Slack answered ${answer.status ?? 'nothing'}` }, disables: null };
    case 'disabled':
      return gone(outcome.problem);
    case 'dropped':
      return failed(outcome.problem);
    default:
      return outcome satisfies never;
  }
}

/** Posts a message to a customer's server, signed. Each attempt has the same id, sequence and bytes. */
export async function postToWebhook(
  { vault, client, pauses, now }: PostSources,
  { channel, attempts }: Pick<ClaimedMessage, 'channel' | 'attempts'>,
  frozen: FrozenAlert,
): Promise<PostEnd> {
  const address = channel.address === null ? undefined : await vault.decrypt(channel.address);
  const secret = channel.secret === null ? undefined : await vault.decrypt(channel.secret);
  if (address === undefined || secret === undefined) return failed('The address is gone');
  const body = Buffer.from(frozen.body);
  const at = now();
  const headers = alertHeaders(frozen, { at, secrets: [secret] });
  const result = await client.post(address, body, headers);
  const { status, error, ms, responseBody } = result;
  const answer = { at: new Date(at).toISOString(), status, error, ms: Math.round(ms), answer: responseBody };
  if (isDelivered(status)) return { ...sent, answer };
  const reason = error ?? `The server answered ${status}`;
  if (isGone(status) || error === 'forbidden_address') return { ...gone(reason), answer };
  const retryAt = nextAttemptAt(result, attempts, { now: now(), random: Math.random(), pauses });
  return retryAt === null ? { ...failed(reason), answer } : { end: { retryAt, error: reason }, disables: null, answer };
}
