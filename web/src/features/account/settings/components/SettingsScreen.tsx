import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SettingsFrame } from '../../../frame/settings-frame/index.ts';
import { DataSection, NotificationsSection, ProfileSection, SessionsSection, TeamSection } from '../../people/index.ts';
import { useAccount } from '../../session/index.ts';
import { settingsMessages as words } from '../messages.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { NewApplicationForm } from './NewApplicationForm.tsx';
import styles from './settings.module.css';
import { ThemeChooser } from './ThemeChooser.tsx';

/** The account, its team and applications with the state of their integrations, and the look of the page. */
export function SettingsScreen() {
  const { account, applications } = useAccount();
  const [adding, setAdding] = useState(applications.length === 0);
  const hash = useLocation().hash.slice(1);
  // Other screens lead to the integration they miss: its button takes the focus.
  useEffect(() => {
    const section = document.getElementById(hash);
    section?.scrollIntoView({ block: 'nearest' });
    if (section?.dataset.integration !== undefined) section.querySelector<HTMLElement>('button')?.focus();
  }, [hash]);
  return (
    <SettingsFrame>
      <div className={styles.content}>
        <section id="applications" aria-labelledby="applications-title">
          <div className="row between">
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
          {account.demo && <p className="muted m-0">{words.demoNote}</p>}
          {applications.length === 0 && <p className="muted m-0">{words.noApplications}</p>}
          {adding && <NewApplicationForm onDone={() => setAdding(false)} />}
          {applications.map((application) => (
            <ApplicationCard
              key={application.id}
              application={application}
              refusal={account.demo ? words.demo : null}
            />
          ))}
        </section>
        <ProfileSection />
        <NotificationsSection />
        {account.access === 'admin' && <TeamSection />}
        <SessionsSection />
        <DataSection />
        <section id="appearance" aria-labelledby="appearance-title">
          <h2 id="appearance-title">Appearance</h2>
          <ThemeChooser />
        </section>
      </div>
    </SettingsFrame>
  );
}
