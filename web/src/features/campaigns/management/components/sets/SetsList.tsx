import type { ChangeSet } from '@tapwise/contract';
import { type OutcomeTone, ToneBadge } from '../../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { unknown } from '../../../../../shared/format/numbers.ts';
import { managementMessages } from '../../messages.ts';
import { formatInstant, formatSchedule } from '../../model/set-texts.ts';
import styles from './sets.module.css';

const words = managementMessages.sets;

const tones: Partial<Record<ChangeSet['state'], OutcomeTone>> = {
  submitted: 'warning',
  approved: 'good',
  applying: 'open',
  applied: 'good',
  partly_applied: 'warning',
  rejected: 'bad',
};

export const SetState = ({ state }: Pick<ChangeSet, 'state'>) => (
  <ToneBadge tone={tones[state] ?? 'plain'} text={words.states[state] ?? state} />
);

interface Props {
  sets: readonly ChangeSet[];
  timeZone: string;
  /** The set that is open beside the list. */
  chosen: string | null;
  onOpen: (id: string) => void;
}

/** The sets of one organization, as the server orders them. */
export function SetsList({ sets, timeZone, chosen, onOpen }: Props) {
  const { columns } = words;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col" data-end>
            {columns.rows}
          </th>
          <th scope="col">{columns.schedule}</th>
          <th scope="col">{columns.author}</th>
          <th scope="col">{columns.updated}</th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <tr key={set.id} data-chosen={set.id === chosen || undefined}>
            <th scope="row">
              <button
                type="button"
                data-set={set.id}
                aria-current={set.id === chosen || undefined}
                onClick={() => onOpen(set.id)}
              >
                {set.name}
              </button>
            </th>
            <td>
              <SetState state={set.state} />
            </td>
            <td data-end>{set.rows.length}</td>
            <td>{set.schedule === null ? unknown : formatSchedule(set.schedule)}</td>
            <td>{set.author}</td>
            <td>{formatInstant(set.updated_at, timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
