import type { Application } from '@tapwise/contract';
import type { SdkVersionsResponse } from '@tapwise/contract/sdk-versions';
import { useId } from 'react';
import { formatPercent } from '../../../../../shared/format/numbers.ts';
import { LoadFailure } from '../../../../../shared/ui/LoadFailure.tsx';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { useSdkVersions } from '../../api/sdk-api.ts';
import { olderShare, versionTroubles } from '../../model/sdk-trouble.ts';
import { sdkMessages as words } from '../../sdk-messages.ts';
import { SdkVersionTable } from './SdkVersionTable.tsx';
import styles from './sdk.module.css';

/** Which versions of the SDK called in the last seven days, and what they do worse than the others. */
export function SdkVersions({ application }: { application: Application }) {
  const titleId = useId();
  const query = useSdkVersions(application);
  return (
    <section className={styles.versions} aria-labelledby={titleId} aria-busy={query.isLoading}>
      <h4 id={titleId}>{words.versions}</h4>
      {query.isError && (
        <LoadFailure
          what={words.loadFailed}
          error={query.error}
          retry={words.retry}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isLoading && <p role="status">{words.loading}</p>}
      {application.sdk_integration !== 'integrated' && <p className="muted">{words.beforeFirst}</p>}
      {query.data !== undefined && <Versions response={query.data} />}
    </section>
  );
}

function Versions({ response: { versions, newest_version } }: { response: SdkVersionsResponse }) {
  if (versions.length === 0) return <p className="muted">{words.noVersions}</p>;
  const older = olderShare(versions);
  return (
    <>
      {versionTroubles(versions).map((trouble) => (
        <NoticeBar key={trouble} intent="warning">
          {trouble}
        </NoticeBar>
      ))}
      <SdkVersionTable versions={versions} />
      <p className="muted">
        {older === 0 ? words.newestIs(newest_version) : words.older(formatPercent(older), newest_version)}
      </p>
    </>
  );
}
