import {
  type EventLog,
  handleCommand,
  isRetryableLogFault,
  openRequest,
  type RecordedEvent,
  readLog,
} from '@tapwise/adapters';
import {
  type Directory,
  DomainError,
  findApplication,
  recordNotification,
  subscriptionDecider,
  subscriptionStream,
} from '@tapwise/domain';
import { type InterpretationParts, interpretNotification } from './interpret-notification.ts';

/** How many kept requests were read, and their outcomes. */
export interface RemapResult {
  read: number;
  /** Recorded again by the present mapping. */
  remapped: number;
  /** The application's key has been deleted. */
  erased: number;
  /** Notification ids whose bytes are not those that were recorded, or do not verify any more. */
  readonly unreadable: string[];
}

/**
 * Reads every kept request again by the present mapping and records those that an older mapping had read. The tables follow as with
 * any event. Requests from before bytes were kept cannot be read again.
 */
export async function remapNotifications(
  log: EventLog,
  directory: Directory,
  parts: InterpretationParts,
): Promise<RemapResult> {
  const result: RemapResult = { read: 0, remapped: 0, erased: 0, unreadable: [] };
  await readLog(log, { streamPrefixes: ['storeRequest-'] }, async (events) => {
    for (const recorded of events) await remap(log, directory, parts, recorded, result);
  });
  return result;
}

async function remap(
  log: EventLog,
  directory: Directory,
  parts: InterpretationParts,
  { event }: RecordedEvent,
  result: RemapResult,
): Promise<void> {
  if (event.type !== 'StoreRequestReceived') return;
  const { application_id, notification_id, received_at } = event.data;
  const application = findApplication(directory, application_id);
  if (application === undefined) return;
  result.read += 1;
  try {
    const bytes = await openRequest(parts.vault, event.data);
    if (bytes === undefined) {
      result.erased += 1;
      return;
    }
    const posted = { body: parseJson(bytes), receivedAt: received_at, passwordVerified: true };
    const interpreted = await interpretNotification(parts, application, posted);
    if (interpreted.form !== 'notification') return;
    const notification = { ...interpreted.notification, application_id };
    const { events } = await handleCommand(log, {
      stream: subscriptionStream(notification.original_transaction_id),
      decider: subscriptionDecider,
      decide: (state) => recordNotification(state, notification),
      cause: `remap|${application_id}|${notification_id}|${notification.mapping}`,
      context: { actor: { kind: 'operator', id: 'remap' }, reason: 'read again by a newer mapping' },
    });
    if (events.length > 0) result.remapped += 1;
  } catch (error) {
    if (isRetryableLogFault(error) || isUnavailable(error)) throw error;
    result.unreadable.push(notification_id);
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'unavailable';

/** What came in was parsed strictly then; of a key that is there twice the last one holds, as then. */
const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
