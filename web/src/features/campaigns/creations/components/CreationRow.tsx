import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OutcomeTone, ToneBadge } from '../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { askCreation } from '../../../../shared/campaigns/creations/creation-calls.ts';
import { isOpen } from '../../../../shared/campaigns/creations/creations-query.ts';
import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { useAccount } from '../../../account/session/index.ts';
import { creationMessages as words } from '../messages.ts';
import { progressText, stateText } from '../model/creation-texts.ts';
import { CreationSteps } from './CreationSteps.tsx';
import styles from './creations.module.css';
import { ProgressLine } from './ProgressLine.tsx';

const tones: Readonly<Record<WatchedCreation['state'], OutcomeTone>> = {
  queued: 'open',
  running: 'open',
  stopped: 'warning',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

interface Props {
  creation: WatchedCreation;
  /** Offers what Apple refused. */
  withDetails?: boolean;
  onLeave?: () => void;
}

/** One creation of a list. */
export function CreationRow({ creation, withDetails = false, onLeave }: Props) {
  const [expanded, setExpanded] = useState(false);
  const { state, kind, name, started_at } = creation;
  const when = useWhen(creation);
  const details = { expanded, toggle: () => setExpanded(!expanded) };
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <strong>{name}</strong>
        <ToneBadge tone={tones[state]} text={words.states[state]} />
      </div>
      <p className={styles.quiet}>
        {words.kinds[kind]} · <time dateTime={started_at}>{when}</time>
      </p>
      {isOpen(creation) ? (
        <>
          <ProgressLine creation={creation} />
          <p className={styles.quiet}>{progressText(creation)}</p>
        </>
      ) : (
        <p className={styles.state} data-state={state}>
          {stateText(creation)}
        </p>
      )}
      <CreationSteps
        creation={creation}
        {...(withDetails ? { details } : {})}
        {...(onLeave === undefined ? {} : { onLeave })}
      />
      {expanded && <Refused creation={creation} />}
    </li>
  );
}

/** `23 Nov, 05:52` where the ad organization is. */
function useWhen({ application_id, asa_organization_id, started_at }: WatchedCreation): string {
  const { applications } = useAccount();
  const application = applications.find(({ id }) => id === application_id);
  const zone = application?.asaOrganizations.find(({ organization_id: id }) => id === asa_organization_id)?.time_zone;
  const form = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone ?? 'UTC' } as const;
  return dateForm(form)(new Date(started_at));
}

/** Keywords that Apple refused on the way, each with its words. */
function Refused({ creation }: { creation: WatchedCreation }) {
  const end = useQuery({
    queryKey: ['creation-end', creation.request_id],
    queryFn: () => askCreation(creation.application_id, creation),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (end.isPending) return <p role="status">{words.loading}</p>;
  if (end.isError) return <p role="alert">{messageOf(end.error)}</p>;
  const { details, warning } = end.data;
  const reasons = details?.reasons ?? [];
  if (reasons.length === 0) return <p className={styles.quiet}>{warning ?? words.noDetails}</p>;
  return (
    <div className={styles.refused}>
      <p>{warning ?? words.refused(reasons.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <ul tabIndex={0} aria-label={words.refused(reasons.length)}>
        {reasons.map(({ list, text, message }) => (
          <li key={`${list} ${text}`}>
            <span>{text}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
