import styles from './fields.module.css';

/** What is wrong with the fields above it. */
export function Faults({ texts }: { texts: readonly string[] }) {
  return (
    <div className={styles.faults} role="alert">
      {texts.length > 0 && (
        <ul>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
