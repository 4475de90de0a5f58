import { Button } from '@fluentui/react-components';
import type { ReportRecipientRow, ReportSchedule } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { PersonMark } from '../PersonMark.tsx';
import { useOpenedAt } from '../use-opened-at.ts';
import type { ReportActions } from '../use-report-actions.ts';
import { useTeamNames } from '../use-team-names.ts';
import styles from './panel.module.css';

const { panel: words } = scheduledReportMessages;
const dayMs = 86_400_000;

interface Props {
  schedule: ReportSchedule;
  /** How many columns the report has; `null` while that is not known. */
  columns: number | null;
  actions: ReportActions;
}

/** Who gets a report: with which columns, or how long they have to confirm. */
export function RecipientRows({ schedule, columns, actions }: Props) {
  const { nameOf } = useTeamNames();
  return (
    <section>
      <h3>{words.to}</h3>
      <ul className={styles.recipients}>
        {schedule.recipients.map((recipient, index) => {
          const { account_id, email, state } = recipient;
          const name = account_id === null ? email : (nameOf(account_id) ?? email);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: people who have left have no name.
            <li key={`${index} ${email}`} data-state={state}>
              <PersonMark name={name} isMember={account_id !== null} isWaiting={state === 'pending'} />
              <span>
                {name ?? words.left}
                <Note recipient={recipient} />
              </span>
              {state === 'confirmed' && <span data-quiet>{columnsText(recipient.cut.length, columns)}</span>}
              {(state === 'pending' || state === 'bad') && email !== null && (
                <Button
                  size="small"
                  aria-label={words.askOf(email)}
                  disabledFocusable={actions.busy}
                  onClick={() => void actions.ask(schedule, email)}
                >
                  {words.ask}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Note({ recipient }: { recipient: ReportRecipientRow }) {
  const text = noteOf(recipient, useOpenedAt());
  return text === null ? null : <span data-quiet>{text}</span>;
}

function noteOf({ account_id, state, cut, expires_at }: ReportRecipientRow, now: number): string | null {
  switch (state) {
    case 'unsubscribed':
      return words.unsubscribed;
    case 'bad':
      return words.bad;
    case 'pending': {
      const left = expires_at === null ? -1 : Date.parse(expires_at) - now;
      return left <= 0 ? words.expired : words.pending(Math.floor(left / dayMs));
    }
    case 'confirmed':
      if (cut.length > 0) return words.cut(cut.length);
      return account_id === null ? words.outside : null;
    default:
      return state satisfies never;
  }
}

const columnsText = (cut: number, columns: number | null): string => {
  if (cut === 0) return words.allColumns;
  return columns === null ? '' : words.columnCount(columns - cut);
};
