import { Warning20Filled } from '@fluentui/react-icons/svg/warning';
import { Link } from 'react-router-dom';
import type { CustomDryRun } from '../../api/custom-rule-types.ts';
import { panelWords as words } from '../../messages/panel-words.ts';
import styles from './panel.module.css';

interface Props {
  dryRun: Pick<CustomDryRun, 'conflicts' | 'warnings'>;
  applicationId: number;
}

/** Rules that pull the other way, and what else is worth knowing before the rule is started. */
export function ConflictNotes({ dryRun: { conflicts, warnings }, applicationId }: Props) {
  const search = new URLSearchParams({ app: String(applicationId) }).toString();
  const lines = (listed: CustomDryRun['conflicts']) =>
    listed.map(({ rule, name, field, text }) => (
      <p key={`${rule} ${field}`}>
        {text} <Link to={{ pathname: `/client/automation/${rule}`, search }}>{words.show(name)}</Link>
      </p>
    ));
  const now = conflicts.filter(({ both_now }) => both_now > 0);
  const later = conflicts.filter(({ both_now }) => both_now === 0);
  return (
    <>
      {now.length > 0 && (
        <div className={styles.conflict}>
          <Warning20Filled aria-hidden />
          <div>
            <strong>{words.conflict}</strong>
            {lines(now)}
          </div>
        </div>
      )}
      {later.length > 0 && (
        <div className={styles.conflict} data-quiet>
          <div>
            <strong>{words.noConflictNow}</strong>
            {lines(later)}
          </div>
        </div>
      )}
      {warnings.length > 0 && (
        <div className={styles.conflict} data-quiet>
          <div>
            <strong>{words.warnings}</strong>
            {warnings.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
