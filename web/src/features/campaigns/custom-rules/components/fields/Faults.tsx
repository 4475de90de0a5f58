import styles from './fields.module.css';

/** What is wrong with the fields above it. */
export function Faults({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={styles.faults} role="alert">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
