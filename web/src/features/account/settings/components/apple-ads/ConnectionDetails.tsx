import { useQuery } from '@tanstack/react-query';
import type { AppleAdsConnection } from '@tapwise/contract/apple-ads';
import { formatInstant } from '../../../../../shared/calendar/instants.ts';
import { LoadFailure } from '../../../../../shared/ui/LoadFailure.tsx';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { appleAdsQuery, type ConnectionScope } from '../../api/apple-ads-api.ts';
import { appleAdsMessages as words } from '../../apple-ads-messages.ts';
import type { LinkedOrganization } from '../../model/connection-state.ts';
import { AccountChoice } from './AccountChoice.tsx';
import styles from './apple-ads.module.css';
import { ConnectionWays } from './ConnectionWays.tsx';

interface Props {
  id: string;
  organization: LinkedOrganization;
  scope: ConnectionScope;
  /** Why nothing can be changed here; `null` when it can. */
  refusal: string | null;
}

/** Which account an organization is, how that was proven, what it is read with, and the ways to change it. */
export function ConnectionDetails({ id, organization, scope, refusal }: Props) {
  const query = useQuery(appleAdsQuery(scope.application_id));
  const connection = query.data?.organizations.find(
    ({ organization_id }) => organization_id === scope.asa_organization_id,
  );
  return (
    <section
      id={id}
      className={styles.details}
      aria-label={words.unique(organization.name, organization.organization_id)}
      aria-busy={query.isPending}
    >
      {query.isError && (
        <LoadFailure
          what={words.loadFailed}
          error={query.error}
          retry={words.retry}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <p role="status">Loading...</p>}
      {query.data?.state === 'away' && <NoticeBar intent="warning">{words.away}</NoticeBar>}
      {connection !== undefined && (
        <>
          <ConnectionFacts connection={connection} />
          {connection.binding === 'choose' && (
            <AccountChoice scope={scope} candidates={connection.candidates} refusal={refusal} />
          )}
          <ConnectionWays scope={scope} connection={connection} refusal={refusal} />
          <ConnectionHistory history={connection.history} />
        </>
      )}
    </section>
  );
}

function ConnectionFacts({ connection }: { connection: AppleAdsConnection }) {
  const { ad_account_id, v1_org_id, proven_by, proven_at, credentials } = connection;
  return (
    <dl className={styles.facts}>
      <dt>{words.account}</dt>
      <dd>{ad_account_id === null ? words.noAccount : words.accountOf(ad_account_id, v1_org_id)}</dd>
      <dt>{words.proof}</dt>
      <dd>
        {proven_by === null ? words.noProof : words.proofs[proven_by]}
        {proven_at !== null && (
          <>
            , <time dateTime={proven_at}>{formatInstant(proven_at)}</time>
          </>
        )}
      </dd>
      <dt>{words.access}</dt>
      <dd>{words.credentials[credentials]}</dd>
    </dl>
  );
}

/** What happened to a connection, the newest first. */
function ConnectionHistory({ history }: Pick<AppleAdsConnection, 'history'>) {
  if (history.length === 0) return null;
  const lines = history.map((line, index) => ({ ...line, index })).toReversed();
  return (
    <details className={styles.history}>
      <summary>{words.history}</summary>
      <ol>
        {lines.map(({ at, text, index }) => (
          <li key={index}>
            <time dateTime={at}>{formatInstant(at)}</time> {text}
          </li>
        ))}
      </ol>
    </details>
  );
}
