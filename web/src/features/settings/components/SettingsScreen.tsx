import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccount, useSignOut } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { settingsMessages as words } from '../messages.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { NewApplicationForm } from './NewApplicationForm.tsx';
import styles from './settings.module.css';
import { ThemeChooser } from './ThemeChooser.tsx';

const sections = [
  { id: 'applications', title: 'Applications' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'profile', title: 'Profile' },
] as const;

/** The account, its applications and how far they are set up, and how the page looks. */
export function SettingsScreen() {
  const { account, applications } = useAccount();
  const signOut = useSignOut();
  const [adding, setAdding] = useState(applications.length === 0);
  const hash = useLocation().hash.slice(1);
  // Other screens lead to the integration they miss: its button takes the focus.
  useEffect(() => {
    const place = document.getElementById(hash);
    if (place?.dataset.integration === undefined) return;
    place.scrollIntoView({ block: 'nearest' });
    place.querySelector<HTMLElement>('button')?.focus();
  }, [hash]);
  return (
    <>
      <TitleRow title={words.title} />
      <div className={styles.body}>
        <nav className={styles.sections} aria-label="Sections">
          {sections.map(({ id, title }, place) => (
            <a key={id} href={`#${id}`} aria-current={(hash === '' ? place === 0 : hash === id) || undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div className={styles.content}>
          <section id="applications" aria-labelledby="applications-title">
            <div className={styles.head}>
              <h2 id="applications-title">Applications</h2>
              <Button
                icon={<Add20Regular />}
                disabledFocusable={account.demo}
                title={account.demo ? words.demo : undefined}
                onClick={() => setAdding(!account.demo)}
              >
                New application
              </Button>
            </div>
            {account.demo && <p className={styles.note}>{words.demoNote}</p>}
            {applications.length === 0 && <p className={styles.note}>{words.noApplications}</p>}
            {adding && <NewApplicationForm onDone={() => setAdding(false)} />}
            {applications.map((application) => (
              <ApplicationCard
                key={application.id}
                application={application}
                refusal={account.demo ? words.demo : null}
              />
            ))}
          </section>
          <section id="appearance" aria-labelledby="appearance-title">
            <h2 id="appearance-title">Appearance</h2>
            <ThemeChooser />
          </section>
          <section id="profile" aria-labelledby="profile-title">
            <h2 id="profile-title">Profile</h2>
            <dl className={styles.profile}>
              <dt>Name</dt>
              <dd>{account.name}</dd>
              <dt>E-mail</dt>
              <dd>{account.email}</dd>
              <dt>Organization</dt>
              <dd>{account.organizationName}</dd>
            </dl>
            <Button onClick={signOut}>Log out</Button>
          </section>
        </div>
      </div>
    </>
  );
}
