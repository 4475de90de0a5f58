import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useState } from 'react';
import { useAccount, useSignOut } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { settingsMessages as words } from '../messages.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { NewApplicationForm } from './NewApplicationForm.tsx';
import styles from './settings.module.css';
import { ThemeChooser } from './ThemeChooser.tsx';

/** The account, its applications and how far they are set up, and how the page looks. */
export function SettingsScreen() {
  const { account, applications } = useAccount();
  const signOut = useSignOut();
  const [adding, setAdding] = useState(applications.length === 0);
  return (
    <>
      <TitleRow title={words.title} />
      <div className={styles.content}>
        <section aria-labelledby="applications">
          <div className={styles.head}>
            <h2 id="applications">Applications</h2>
            <Button icon={<Add20Regular />} onClick={() => setAdding(true)}>
              New application
            </Button>
          </div>
          {applications.length === 0 && <p className={styles.note}>{words.noApplications}</p>}
          {adding && <NewApplicationForm onDone={() => setAdding(false)} />}
          {applications.map((application) => (
            <ApplicationCard key={application.id} application={application} />
          ))}
        </section>
        <section aria-labelledby="appearance">
          <h2 id="appearance">Appearance</h2>
          <ThemeChooser />
        </section>
        <section aria-labelledby="profile">
          <h2 id="profile">Profile</h2>
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
    </>
  );
}
