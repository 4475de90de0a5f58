import type { Application } from '@tapwise/contract';
import { Link } from 'react-router-dom';
import { AsOfControl } from '../../../../shared/past-view/components/AsOfControl.tsx';
import { addressAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import type { PastScope } from '../../../../shared/past-view/past-scope.ts';
import { NamedApp } from '../../../../shared/ui/app-icon/AppIcon.tsx';
import { Logo } from '../../../../shared/ui/Logo.tsx';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import styles from './curve-header.module.css';

interface Props {
  kind: CurveKind;
  application: Application | null;
  product: string | null;
  /** Query of the address; the other curve keeps it. */
  search: string;
  /** Whose past the page can show. */
  past: PastScope;
}

const kinds: { kind: CurveKind; path: string }[] = [
  { kind: 'trial_conversion', path: '/trial_conversion' },
  { kind: 'cltv', path: '/cltv' },
];

/** Where the page came from, and the way to the product's other curve. */
export function CurveHeader({ kind, application, product, search, past }: Props) {
  const instant = usePastInstant();
  const inApps = application === null ? '/client/inapps' : `/client/inapps?app=${application.id}`;
  return (
    <header className={styles.header}>
      <Link to={addressAt('/client/reports', instant)} className={styles.brand}>
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
            <Link to={addressAt(inApps, instant)}>In-Apps</Link>
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
      <AsOfControl {...past} />
    </header>
  );
}
