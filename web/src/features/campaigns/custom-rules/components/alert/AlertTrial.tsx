import { Button } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import type { AlertDryRunResponse } from '@tapwise/contract/alerts';
import { formatDay } from '../../../../../shared/calendar/day-texts.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { type AlertTrial as Trial, tryAlert } from '../../api/own-alerts-api.ts';
import { alertWords as words } from '../../messages/alert-words.ts';
import { panelWords } from '../../messages/panel-words.ts';
import styles from './alert.module.css';

interface Props {
  applicationId: number;
  /** `null`: it is not complete. */
  trial: Trial | null;
  missing: readonly string[];
}

/** What the alert would find now and would have found, when it is asked. */
export function AlertTrial({ applicationId, trial, missing }: Props) {
  const tried = useMutation({ mutationFn: (subject: Trial) => tryAlert(applicationId, subject) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.panel} tabIndex={0} aria-label={panelWords.title} aria-busy={tried.isPending}>
      <header className={styles.head}>
        <h2>{panelWords.title}</h2>
        <Button
          size="small"
          disabledFocusable={trial === null || tried.isPending}
          onClick={() => trial !== null && !tried.isPending && tried.mutate(trial)}
        >
          {tried.isPending ? words.trying : words.tryIt}
        </Button>
      </header>
      <div role="status">
        {trial === null && <p>{words.incomplete}</p>}
        {trial === null && missing.map((text) => <p key={text}>{text}</p>)}
        {tried.isError && <p>{messageOf(tried.error)}</p>}
        {tried.data !== undefined && <Found result={tried.data} />}
      </div>
    </section>
  );
}

const mostListed = 20;
const dayOf = (instant: string): string => formatDay(instant.slice(0, 10), instant.slice(0, 10));

function Found({ result: { counts, verdicts, episodes, warnings } }: { result: AlertDryRunResponse }) {
  const open = verdicts.filter(({ verdict }) => verdict === 'notified');
  return (
    <>
      <p>{counts.acted === 0 ? words.noneFound(counts.checked) : words.found(counts.acted, counts.checked)}</p>
      <ul>
        {open.slice(0, mostListed).map(({ key, sentence }) => (
          <li key={key} data-row-id={key} data-verdict="notified">
            {sentence}
          </li>
        ))}
      </ul>
      {counts.acted > mostListed && <p>{words.more(counts.acted - mostListed)}</p>}
      <p>{episodes.length === 0 ? words.noPast : words.past(episodes.length)}</p>
      <ul>
        {episodes.slice(0, mostListed).map(({ key, name, from, to }) => (
          <li key={`${key} ${from}`}>
            <strong>{name}</strong> {dayOf(from)} – {to === null ? words.lasting : dayOf(to)}
          </li>
        ))}
      </ul>
      {warnings.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </>
  );
}
