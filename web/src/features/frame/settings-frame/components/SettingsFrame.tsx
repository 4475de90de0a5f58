import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAccount } from '../../../account/session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { frameMessages as words } from '../messages.ts';
import styles from './settings-frame.module.css';

const home = '/client/settings';

/** Sections of the first page by their anchors, and pages of their own. */
const pages = [
  { to: `${home}#applications`, label: words.applications },
  { to: `${home}#profile`, label: words.profile },
  { to: `${home}#notifications`, label: words.notifications },
  { to: `${home}#team`, label: words.team, adminOnly: true },
  { to: `${home}#sessions`, label: words.sessions },
  { to: `${home}/webhooks`, label: words.webhooks },
  { to: `${home}/sql`, label: words.sql },
  { to: `${home}#appearance`, label: words.appearance },
] as const;

/** Title, path and side menu of the pages of Settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const isAdmin = useAccount().account.access === 'admin';
  const visibleSections = pages.filter((section) => isAdmin || !('adminOnly' in section));
  const here = pathname.replace(/\/$/, '');
  const address = here === home ? `${home}${hash === '' ? '#applications' : hash}` : here;
  const page = here === home ? undefined : pages.find(({ to }) => to === here);
  return (
    <>
      <TitleRow title={words.title} path={page !== undefined && <PagePath name={page.label} />} />
      <div className="flex flex-1 min-h-0 border-top">
        <nav className={styles.sections} aria-label={words.sections}>
          {visibleSections.map(({ to, label }) => (
            <Link key={to} to={to} aria-current={address === to ? (to.includes('#') ? 'true' : 'page') : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
}

/** On a narrow screen, without the side menu, this is the way back. */
function PagePath({ name }: { name: string }) {
  return (
    <nav className={styles.path} aria-label={words.path}>
      <Link className={styles.back} to={home}>
        {words.title}
      </Link>
      <span aria-current="page">{name}</span>
    </nav>
  );
}
