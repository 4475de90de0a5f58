import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Pause20Filled, Pause20Regular } from '@fluentui/react-icons/svg/pause';
import type { Application } from '@tapwise/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { useOfferAction } from '../../../../shared/page/offered-actions.ts';
import { completeAccountScope, readAccountScope, rememberedAccount } from '../../../../shared/scope/index.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../../account/session/index.ts';
import { type StopScope, useStopAll } from '../api/stop-api.ts';
import { stopMessages as words } from '../messages.ts';
import styles from './stop-all.module.css';

/**
 * Stops what writes by itself: with one press for the whole team, or for the application that is looked at. What is
 * stopped is said on every screen until an admin releases it.
 */
export function StopAll() {
  const { account, applications } = useAccount();
  const application = useLookedAt(applications);
  if (application === undefined || account.access === 'restricted') return null;
  return <StopControl key={application.id} application={application} admin={account.access === 'admin'} />;
}

/** The application the address names, else the one looked at last. */
function useLookedAt(applications: readonly Application[]): Application | undefined {
  const { search } = useLocation();
  const urlScope = readAccountScope(new URLSearchParams(search));
  const { application } = completeAccountScope(urlScope, applications, rememberedAccount, { all: false });
  return applications.find(({ id }) => id === application);
}

function StopControl({ application, admin }: { application: Application; admin: boolean }) {
  const { state, busy, set } = useStopAll(application.id);
  const many = useAccount().applications.length > 1;
  const nameOf = (scope: StopScope) =>
    scope === 'team' ? words.stoppedWhat.team : words.stoppedWhat.application(application.name);

  const stopped = state?.active === true ? (state.scope ?? 'team') : null;
  const { group, keepFocus } = useHeldFocus(stopped);

  async function stop(scope: StopScope): Promise<void> {
    keepFocus();
    if (!(await set(true, scope))) return;
    const action = { label: words.release, run: () => void release(scope) };
    const toast = { intent: 'success', text: words.done(nameOf(scope)), details: [words.doneDetail] } as const;
    showToast(admin ? { ...toast, action } : toast);
  }
  async function release(scope: StopScope): Promise<void> {
    keepFocus();
    if (await set(false, scope)) showToast({ intent: 'success', text: words.released });
  }

  const can = !busy;
  useOfferAction('stop team', can && stopped !== 'team' ? words.team : null, () => void stop('team'));
  useOfferAction(
    'stop application',
    can && stopped === null && many ? words.application(application.name) : null,
    () => void stop('application'),
  );
  useOfferAction('release stop', can && stopped !== null && admin ? words.releaseLabel : null, () => {
    if (stopped !== null) void release(stopped);
  });

  // Before it is known what is stopped, or where that cannot be asked, stopping is possible all the same.
  return (
    <div ref={group} className={styles.group} data-stopped={stopped !== null || undefined}>
      {stopped === null ? (
        <button
          type="button"
          className={styles.press}
          title={words.stopTitle}
          aria-disabled={busy || undefined}
          onClick={() => busy || void stop('team')}
        >
          <Pause20Regular />
          <span className={styles.word}>{words.stop}</span>
        </button>
      ) : (
        <Stopped
          admin={admin}
          busy={busy}
          since={state?.since ?? null}
          what={nameOf(stopped)}
          onRelease={() => void release(stopped)}
        />
      )}
      {many && stopped === null && <WhatToStop name={application.name} onStop={(scope) => busy || void stop(scope)} />}
    </div>
  );
}

/** The pressed button is replaced by another: the focus goes there, not to the top of the page. */
function useHeldFocus(stopped: StopScope | null) {
  const group = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with what is stopped.
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) group.current?.querySelector('button')?.focus();
    held.current = false;
  }, [stopped]);
  return {
    group,
    keepFocus: () => {
      held.current = true;
    },
  };
}

interface StoppedProps {
  since: string | null;
  what: string;
  admin: boolean;
  busy: boolean;
  onRelease: () => void;
}

/** What is stopped, and for admins the release. */
function Stopped({ since: at, what, admin, busy, onRelease }: StoppedProps) {
  const since = at === null ? '' : sinceForm(new Date(at));
  const refusal = admin ? null : words.releaseNeedsAdmin;
  return (
    <>
      <span role="status" className={styles.state} title={words.stoppedTitle(what, since)}>
        <Pause20Filled aria-hidden />
        <span className={styles.what}>
          {words.stopped}
          <span className={styles.name}>: {what}</span>
        </span>
      </span>
      <button
        type="button"
        className={styles.press}
        aria-label={words.releaseLabel}
        title={refusal ?? words.releaseTitle}
        aria-disabled={busy || !admin || undefined}
        onClick={() => busy || !admin || onRelease()}
      >
        {words.release}
        {refusal !== null && <span className="visually-hidden">: {refusal}</span>}
      </button>
    </>
  );
}

const sinceForm = dateForm({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The choice between the team and one application. */
function WhatToStop({ name, onStop }: { name: string; onStop: (scope: StopScope) => void }) {
  const [open, setOpen] = useState(false);
  const choose = (scope: StopScope) => {
    setOpen(false);
    onStop(scope);
  };
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.more} aria-label={words.more} title={words.more}>
          <ChevronDown12Regular />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.more}>
        <button type="button" onClick={() => choose('application')}>
          {words.application(name)}
          <span>{words.applicationDetail}</span>
        </button>
        <button type="button" onClick={() => choose('team')}>
          {words.team}
          <span>{words.teamDetail}</span>
        </button>
      </PopoverSurface>
    </Popover>
  );
}
