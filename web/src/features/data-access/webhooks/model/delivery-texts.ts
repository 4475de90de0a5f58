import { dayInZone } from '@tapwise/contract/calendar';
import type { OutcomeTone } from '../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { unknown } from '../../../../shared/format/numbers.ts';
import type { Attempt, Delivery, DeliveryKind, EndpointKind } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';

export interface Badge {
  tone: OutcomeTone;
  text: string;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** `200`, `503`, or that no answer came. */
export function attemptBadge({ status, error }: Attempt): Badge {
  if (status === null) return { tone: 'bad', text: error ?? words.timeout };
  return { tone: isSuccess(status) ? 'good' : 'bad', text: String(status) };
}

/** What was sent. */
export function eventOf({ event, estimated, lane }: Pick<Delivery, 'event' | 'estimated' | 'lane'>): string {
  if (event === null) return lane === 'forwarding' ? words.notification : unknown;
  return estimated ? words.estimated(event) : event;
}

/** The keyword that a webhook named; one that was sent without came by Search Match. */
export const keywordOf = ({ keyword, lane, sequence }: Delivery): string =>
  keyword ?? (lane === 'webhook' && sequence !== null ? words.searchMatch : unknown);

/** What the list says of a delivery: the last answer, else why there is none. */
export function deliveryBadge({ state, attempts }: Delivery): Badge {
  const last = attempts.at(-1);
  if (state === 'not_sent') return { tone: 'plain', text: words.stateNames.not_sent };
  if (last === undefined) return { tone: 'open', text: words.stateNames.pending };
  if (last.status === null) return { tone: 'bad', text: words.timeout };
  return attemptBadge(last);
}

export interface Health {
  delivered: number;
  /** Those that came to an end. */
  tried: number;
  failed: number;
  pending: number;
}

/** Counts of the deliveries that are loaded. */
export function healthOf(deliveries: readonly Delivery[], kind: EndpointKind): Health {
  const kindDeliveries = deliveries.filter((delivery) => delivery.lane === kind);
  const count = (state: Delivery['state']) => kindDeliveries.filter((delivery) => delivery.state === state).length;
  const delivered = count('delivered');
  const failed = count('failed');
  return { delivered, failed, tried: delivered + failed, pending: count('pending') };
}

/** `98 ms`, `1.04 s`. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;

const formats = new Map<string, { clock: (date: Date) => string; day: (date: Date) => string }>();

function formatsOf(timeZone: string) {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const made = {
    clock: dateForm({ timeZone, timeStyle: 'medium' }),
    day: dateForm({ timeZone, day: 'numeric', month: 'short' }),
  };
  formats.set(timeZone, made);
  return made;
}

/** `16:40:51` today, else `20 Nov 16:40:51`. */
export function momentText(instant: string, timeZone: string, now: number): string {
  const { clock, day } = formatsOf(timeZone);
  const at = new Date(instant);
  return dayInZone(at.getTime(), timeZone) === dayInZone(now, timeZone) ? clock(at) : `${day(at)} ${clock(at)}`;
}

type Sent = NonNullable<Delivery['sent']>;

/** `webhook-id: 7d3f…`, one a line. */
export const headerLines = ({ headers }: Sent): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Our own bodies line by line; what the store sent as it is. */
export const bodyText = ({ body }: Sent, kind: DeliveryKind): string =>
  kind !== 'forwarding' ? JSON.stringify(JSON.parse(body), null, 2) : body;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that posts the same bytes with the same headers. */
export const curlText = ({ headers, body }: Sent, url: string): string =>
  [
    `curl ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
