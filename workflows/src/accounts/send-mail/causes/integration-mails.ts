import type { DueMail, RecordedEvent } from '@tapwise/adapters';
import {
  type Directory,
  type FailureEvent,
  failureSentence,
  findApplication,
  type IntegrationName,
  type OpenApplication,
  usesIntegration,
} from '@tapwise/domain';

const names: Readonly<Record<IntegrationName, string>> = {
  ads: 'Apple Ads',
  store: 'The store connection',
  notifications: 'Subscription notifications',
  sdk: 'The iOS SDK',
};

/** What turned good or bad, and what names that for all time. */
interface Turn {
  readonly integration: IntegrationName;
  readonly key: string;
  /** Absent: it works. */
  readonly problem?: string;
}

const storeProblems = {
  key_refused: 'Apple did not accept this key. Check Issuer ID and KEY ID.',
  role_missing: "The key needs 'Sales and Reports' rights and must come from an admin or owner of the store account.",
  agreement_missing: 'Apple asks the account holder to sign an agreement in App Store Connect.',
  vendor_number_refused: 'Vendor number is not valid for this key',
  access_lost: 'Apple has refused the key of the sales reports for an hour.',
} as const;

/** One mail to each admin of the team when an integration begins to work or to fail; the demo gets none. */
export function integrationMails(
  { event, id, recordedAt }: Pick<RecordedEvent, 'event' | 'id' | 'recordedAt'>,
  directory: Directory,
): DueMail[] {
  if (!('application_id' in event.data)) return [];
  const { application_id } = event.data;
  return concerned(event, application_id, directory).flatMap((application) => {
    const turn = turnOf(event, id, application);
    return turn === undefined ? [] : mailsOf(turn, application, { directory, requestedAt: recordedAt.toISOString() });
  });
}

/** The application an event names; of a failure of the product as a whole, every one that has the integration. */
function concerned(
  event: RecordedEvent['event'],
  applicationId: number | null,
  directory: Directory,
): readonly OpenApplication[] {
  if (applicationId !== null) return [findApplication(directory, applicationId) ?? []].flat();
  if (!('integration' in event.data)) return [];
  const { integration } = event.data as Extract<FailureEvent, { data: { integration: unknown } }>['data'];
  return [...directory.applications.values()].filter((application) => usesIntegration(application, integration));
}

function mailsOf(
  { integration, key, problem }: Turn,
  application: OpenApplication,
  { directory, requestedAt }: { directory: Directory; requestedAt: string },
): DueMail[] {
  const team = directory.teams.get(application.team_id);
  if (team === undefined || team.demo) return [];
  const kind = problem === undefined ? 'integration-done' : 'integration-broken';
  const { application_id, name } = application;
  const words = { application: name, integration: names[integration], ...(problem === undefined ? {} : { problem }) };
  return team.members
    .filter(({ access }) => access === 'admin')
    .map(({ account_id: accountId }) => ({
      kind,
      key: `${kind}|${application_id}|${integration}|${key}|${accountId}`,
      to: { accountId },
      facts: { ...words, path: `/client/settings#${integration}-${application_id}` },
      requestedAt,
    }));
}

/** `first` is said once in the life of an application; what comes and goes is named by its event. */
function turnOf(event: RecordedEvent['event'], id: string, application: OpenApplication): Turn | undefined {
  switch (event.type) {
    case 'AdOrganizationLinked':
      return { integration: 'ads', key: String(event.data.org_id) };
    case 'AdOrganizationAccessLost':
      return { integration: 'ads', key: id, problem: 'Apple Ads has not shown us the account for a day.' };
    case 'AdOrganizationSeenAgain': {
      const isRegained = application.organization_regained_at === event.data.seen_at;
      return isRegained ? { integration: 'ads', key: id } : undefined;
    }
    case 'StoreNotificationsProven':
      return { integration: 'notifications', key: id };
    case 'UnknownStoreNotificationReceived': {
      const problem = 'A notification came in an unknown format. Choose Version 2 notifications in App Store Connect.';
      // Named by the day: a wrong setting sends thousands.
      return { integration: 'notifications', key: event.data.at.slice(0, 10), problem };
    }
    case 'SdkIntegrationProven':
      return { integration: 'sdk', key: 'first' };
    case 'StorePasswordSet':
    case 'StoreConnectionSet': {
      const { store_connection, store_password } = application;
      return store_connection === null || store_password === null ? undefined : { integration: 'store', key: 'first' };
    }
    case 'IntegrationFailureReported': {
      const { integration, source, reason, since } = event.data;
      return { integration, key: id, problem: failureSentence({ source, reason }, since) };
    }
    case 'IntegrationRecovered':
      return { integration: event.data.integration, key: id };
    case 'StoreAccessChecked':
      return storeTurn(event.data, id, application);
    default:
      return undefined;
  }
}

type Checked = Extract<RecordedEvent['event'], { type: 'StoreAccessChecked' }>['data'];

function storeTurn(
  { outcome, checked_at }: Checked,
  id: string,
  { store_problem, store_refused_at, store_regained_at }: OpenApplication,
): Turn | undefined {
  if (outcome === 'accepted') return store_regained_at === checked_at ? { integration: 'store', key: id } : undefined;
  if (store_problem === null || store_problem === 'not_checked') return undefined;
  // A single refusal is not believed; all events of one failure have its first instant in common.
  return { integration: 'store', key: store_refused_at ?? checked_at, problem: storeProblems[store_problem] };
}
