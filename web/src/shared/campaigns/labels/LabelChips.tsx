import styles from './labels.module.css';

/** Names of labels side by side; the cell is cut where they do not fit. @param view.state names, one on a line */
export function LabelChips({ view }: { view: { state?: string } }) {
  return (
    <span className={styles.chips}>
      {(view.state ?? '').split('\n').map((name) => (
        <span key={name} className={styles.chip}>
          {name}
        </span>
      ))}
    </span>
  );
}
