import { SpinButton } from '@fluentui/react-components';
import { firstYear } from '../model/monthly-url.ts';
import styles from './monthly.module.css';

interface Props {
  year: number;
  thisYear: number;
  onChange: (year: number) => void;
}

/** The year, typed, stepped, or moved with the arrow keys. */
export function YearPicker({ year, thisYear, onChange }: Props) {
  return (
    <SpinButton
      className={styles.year}
      aria-label="Year"
      value={year}
      displayValue={String(year)}
      min={firstYear}
      max={thisYear}
      step={1}
      stepPage={5}
      incrementButton={{ 'aria-label': 'Next year' }}
      decrementButton={{ 'aria-label': 'Year before' }}
      onChange={(_, data) => {
        const next = data.value ?? Number(data.displayValue);
        if (Number.isInteger(next)) onChange(Math.max(firstYear, Math.min(thisYear, next)));
      }}
    />
  );
}
