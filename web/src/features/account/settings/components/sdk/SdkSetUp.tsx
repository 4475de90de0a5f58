import type { Application } from '@tapwise/contract';
import { formatInstant } from '../../../../../shared/calendar/instants.ts';
import { useConnection } from '../../../../../shared/server/live/use-connection.ts';
import { useSdkCalls } from '../../api/sdk-api.ts';
import { sdkMessages as words } from '../../sdk-messages.ts';
import { SdkLines } from './SdkLines.tsx';
import { SdkVersions } from './SdkVersions.tsx';
import styles from './sdk.module.css';

/** How the SDK gets into an app, whether it calls, and which of its versions do. */
export function SdkSetUp({ application }: { application: Application }) {
  useSdkCalls(application);
  return (
    <>
      <SdkLines application={application} />
      <p role="status" className={styles.state}>
        <SdkState application={application} />
      </p>
      <SdkVersions application={application} />
    </>
  );
}

function SdkState({ application }: { application: Application }) {
  const connection = useConnection();
  const { sdk_integration: state, last_sdk_event_at: last } = application;
  if (state === 'not_integrated') return words.confirmFirst;
  if (state === 'waiting_for_events') return connection === 'reconnecting' ? words.waitingOffline : words.waiting;
  if (last === null) return `${words.active} ${words.lastUnknown}`;
  return (
    <>
      {words.active} {words.lastCall} <time dateTime={last}>{formatInstant(last)}</time>.
    </>
  );
}
