import type { Application } from '@tapwise/contract';
import styles from './app-icon.module.css';
import { monogram, tileColour } from './tile-colours.ts';

export type IconOfApp = Pick<Application, 'adam_id' | 'name'>;

/** The icon of an app, 20 or 40 px: its first letter on a colour of its own. It is beside the name and decorative. */
export function AppIcon({ app, large = false }: { app: IconOfApp; large?: boolean }) {
  const look = large ? `${styles.tile} ${styles.large}` : styles.tile;
  return (
    <span className={look} style={{ background: tileColour(app.adam_id) }} data-app-icon aria-hidden="true">
      {monogram(app.name)}
    </span>
  );
}

/** An app's sign and its name, which is cut where there is no room. */
export function NamedApp({ app }: { app: IconOfApp }) {
  return (
    <span className="row gap-8 min-w-0">
      <AppIcon app={app} />
      <span className="min-w-0 truncate">{app.name}</span>
    </span>
  );
}
