import type { Application } from '@tapwise/contract';
import { Link } from 'react-router-dom';
import { NamedApp } from '../../../shared/ui/app-icon/AppIcon.tsx';
import { Logo } from '../../../shared/ui/Logo.tsx';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  application: Application | null;
  product: string | null;
  /** Query of the address; the other curve keeps it. */
  search: string;
}

const kinds: { kind: CurveKind; path: string }[] = [
  { kind: 'trial_conversion', path: '/trial_conversion' },
  { kind: 'cltv', path: '/cltv' },
];

/** Where the page came from, and the way to the product's other curve. */
export function CurveHeader({ kind, application, product, search }: Props) {
  return (
    <header className={styles.header}>
      <Link to="/client/reports" className={styles.brand}>
        <Logo />
        Tapwise
      </Link>
      <nav aria-label="Path" className={styles.path}>
        <ol>
          {application !== null && (
            <li>
              <NamedApp app={application} />
            </li>
          )}
          <li>
            <Link to={application === null ? '/client/inapps' : `/client/inapps?app=${application.id}`}>In-Apps</Link>
          </li>
          {product !== null && <li aria-current="page">{product}</li>}
        </ol>
      </nav>
      <nav aria-label="Curves" className={styles.switch}>
        {kinds.map((other) => (
          <Link key={other.kind} to={`${other.path}?${search}`} aria-current={other.kind === kind ? 'page' : undefined}>
            {words[other.kind].short}
          </Link>
        ))}
      </nav>
    </header>
  );
}
