import { z } from 'zod';
import { eventIdFrom } from './event-id.ts';

/** Who can cause a change. `account` is a signed-in person, `sdk` an app's SDK, `operator` the person who runs the server. */
const actorKinds = ['account', 'rule', 'workflow', 'sdk', 'store', 'operator', 'system'] as const;
type ActorKind = (typeof actorKinds)[number];

/**
 * Who causes a change. `id` says which one: the account's number, the rule's id, the workflow's or process's name, for `sdk`
 * and `store` the application's number. It is written in the clear, so never a name, an address or a secret.
 */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
}

/** Who makes a change and why. Written beside each event, in the clear: no personal data, no secrets. */
export interface CommandContext {
  readonly actor: Actor;
  /** Joins everything that one request or one run caused. Without it a change is a chain of its own. */
  readonly correlationId?: string | undefined;
  /** The sentence of a rule or the comment of a person, at most 500 characters. */
  readonly reason?: string | undefined;
}

/** What is written beside an event. Absent on events that were recorded before it was written. */
export interface EventMetadata {
  readonly actor: Actor;
  readonly correlationId: string;
  /** What led to the event: the `cause` of its command, or a digest of it where it is more than plain characters. */
  readonly causationId: string;
  readonly reason?: string;
}

const plainId = z.string().regex(/^[A-Za-z0-9._:|-]{1,120}$/);

const plainCause = /^[A-Za-z0-9 ._:|+-]{1,200}$/;

const storedSchema = z.object({
  $correlationId: plainId,
  $causationId: z.string().regex(plainCause),
  actor: z.strictObject({ kind: z.enum(actorKinds), id: plainId }),
  reason: z.string().min(1).max(500).optional(),
  traceparent: z.string().optional().catch(undefined),
});

/** Metadata in the form EventStoreDB's own projections know. */
export type StoredMetadata = z.infer<typeof storedSchema>;

/**
 * Makes what is written beside the events of one command.
 * @param cause as in `CommandOptions`. One that is more than plain characters could hold anything, so only its digest is written.
 * @param traceparent of the span that the append is made in, by W3C Trace Context; only of one that is sampled.
 * @throws ZodError when there is no actor, or one that is more than a number, a name of ours or an id.
 */
export function storedMetadata(
  stream: string,
  cause: string,
  context: CommandContext,
  traceparent?: string,
): StoredMetadata {
  const digest = (): string => eventIdFrom(`${stream}|${cause}`);
  return storedSchema.parse({
    $correlationId: context.correlationId ?? digest(),
    $causationId: plainCause.test(cause) ? cause : digest(),
    actor: context.actor,
    ...(context.reason === undefined ? {} : { reason: context.reason }),
    ...(traceparent === undefined ? {} : { traceparent }),
  });
}

/**
 * The version an event was recorded in. It is written only beside events that were checked. Events from before versions were written
 * are of the first.
 * @param metadataText JSON; empty when there is none. @throws SyntaxError when it is something else.
 */
export function recordedVersion(metadataText: string): { readonly version: number; readonly checked: boolean } {
  if (metadataText === '') return { version: 1, checked: false };
  // We write it last, where it is found without parsing the whole; nothing but a member of the outer object can end so.
  const last = /[{,]"version":(\d{1,6})\}$/.exec(metadataText)?.[1];
  if (last !== undefined) return { version: Number(last), checked: true };
  const metadata: unknown = JSON.parse(metadataText);
  if (typeof metadata !== 'object' || metadata === null || !('version' in metadata))
    return { version: 1, checked: false };
  return { version: typeof metadata.version === 'number' ? metadata.version : Number.NaN, checked: true };
}

/** We write it just before the version, where it is found without parsing the whole: a batch asks for that of every event. */
const lastTraceparent = /[{,]"traceparent":"(00-[0-9a-f]{32}-[0-9a-f]{16}-01)","version":\d{1,6}\}$/;

/** `traceparent` of the append of an event; `undefined` for one that was not sampled. @param metadataText JSON, or empty. */
export const recordedTraceparent = (metadataText: string): string | undefined =>
  lastTraceparent.exec(metadataText)?.[1];

/**
 * Reads what was written beside an event; `undefined` for older events, and for those another program wrote.
 * @param metadataText JSON; empty when there is none. @throws SyntaxError when it is something else.
 */
export function readMetadata(metadataText: string): EventMetadata | undefined {
  if (metadataText === '') return undefined;
  const read = storedSchema.safeParse(JSON.parse(metadataText));
  if (!read.success) return undefined;
  const { $correlationId: correlationId, $causationId: causationId, actor, reason } = read.data;
  return { actor, correlationId, causationId, ...(reason === undefined ? {} : { reason }) };
}
