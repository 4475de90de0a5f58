import { Checkbox } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { labelMessages as words } from '../../../campaigns/labels/label-messages.ts';
import { labelsOptions } from '../../../campaigns/labels/labels-query.ts';
import styles from './filter-picker.module.css';

interface Props {
  applicationId: number;
  chosen: readonly number[];
  onChange: (labels: number[]) => void;
}

/** Labels to filter by; nothing where there are none. */
export function LabelFilter({ applicationId, chosen, onChange }: Props) {
  const { data: labels = [] } = useQuery(labelsOptions(applicationId));
  if (labels.length === 0) return null;
  return (
    <fieldset className={styles.labels}>
      <legend>{words.labels}</legend>
      <div>
        {labels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(_, data) =>
              onChange(
                data.checked === true ? [...chosen, id].sort((a, b) => a - b) : chosen.filter((label) => label !== id),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
