import { Tooltip } from '@fluentui/react-components';
import { HourglassHalf20Regular } from '@fluentui/react-icons/svg/hourglass-half';
import { PanelLeftContract20Regular } from '@fluentui/react-icons/svg/panel-left-contract';
import { PanelLeftExpand20Regular } from '@fluentui/react-icons/svg/panel-left-expand';
import { type ReactElement, useContext, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { addressAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { serverTime } from '../../../../shared/server/http/server-clock.ts';
import { Logo } from '../../../../shared/ui/Logo.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { shellMessages as words } from '../messages.ts';
import { type DaysLeft, daysLeft, initials } from '../model/days-left.ts';
import { type NavEntryModel, navGroupsFor } from '../model/nav-entries.ts';
import { SearchButton } from './palette/SearchButton.tsx';
import styles from './shell.module.css';
import { ShellContext } from './shell-context.ts';

interface Props {
  rail: boolean;
  onNavigate?: () => void;
}

/** The side menu, as words or as a rail of icons. */
export function NavMenu({ rail, onNavigate }: Props) {
  const path = useLocation().pathname.replace(/\/$/, '');
  const toggle = useToggle(rail);
  const instant = usePastInstant();
  const { account } = useAccount();
  return (
    <>
      <div className={styles.logoRow}>
        <Link to={addressAt('/client/reports', instant)} className={styles.brand} onClick={onNavigate}>
          <Logo />
          <span className={rail ? 'visually-hidden' : undefined}>Tapwise</span>
        </Link>
        {!rail && toggle}
      </div>
      <SearchButton rail={rail} onNavigate={onNavigate} />
      {navGroupsFor(account.access).map((group) => (
        <div key={group.label} className={styles.group}>
          {!rail && <div className={styles.groupLabel}>{group.label}</div>}
          <ul aria-label={group.label}>
            {group.entries.map((entry) => {
              const selected = belongsTo(path, entry);
              return (
                <li key={entry.path}>
                  <NavEntry entry={entry} selected={selected} rail={rail} onNavigate={onNavigate} />
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <div className={styles.foot}>
        {rail && toggle}
        <NavFoot rail={rail} onNavigate={onNavigate} />
      </div>
    </>
  );
}

/** Whether an address is that of an entry or below it. */
const belongsTo = (path: string, entry: NavEntryModel): boolean =>
  path === entry.path || path.startsWith(`${entry.path}/`) || entry.aliases.includes(path);

/** The button between menu and rail. It has another place in each; pressed, it takes the focus along. */
function useToggle(rail: boolean) {
  const toggleMenu = useContext(ShellContext)?.toggleMenu ?? null;
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is in its other place.
  useEffect(() => {
    if (pressed.current) button.current?.focus();
    pressed.current = false;
  }, [rail]);
  if (toggleMenu === null) return null;
  function press(): void {
    pressed.current = true;
    toggleMenu?.();
  }
  return (
    <Tooltip
      content={rail ? words.expandMenu : words.collapseMenu}
      relationship="label"
      positioning={rail ? 'after' : 'below'}
    >
      <button ref={button} type="button" className={styles.toggle} onClick={press} aria-expanded={!rail}>
        {rail ? <PanelLeftExpand20Regular /> : <PanelLeftContract20Regular />}
      </button>
    </Tooltip>
  );
}

interface EntryProps {
  entry: NavEntryModel;
  selected: boolean;
  rail: boolean;
  onNavigate: (() => void) | undefined;
}

function NavEntry({ entry, selected, rail, onNavigate }: EntryProps) {
  const instant = usePastInstant();
  const Icon = selected ? entry.selectedIcon : entry.icon;
  const link = (
    <Link
      to={addressAt(entry.path, instant)}
      className={styles.item}
      aria-current={selected ? 'page' : undefined}
      onClick={onNavigate}
      // What could not be fetched ahead is fetched, and its failure shown, when the screen opens.
      onPointerEnter={() => void entry.prefetch?.().catch(() => undefined)}
    >
      <Icon />
      {!rail && <span>{entry.label}</span>}
    </Link>
  );
  return rail ? named(entry.label, link) : link;
}

function named(label: string, link: ReactElement) {
  return (
    <Tooltip content={label} relationship="label" positioning="after">
      {link}
    </Tooltip>
  );
}

function NavFoot({ rail, onNavigate }: Pick<EntryProps, 'rail' | 'onNavigate'>) {
  const { account } = useAccount();
  const line = useClock((now) => JSON.stringify(daysLeft(account, serverTime(now))));
  const left = JSON.parse(line) as ReturnType<typeof daysLeft>;
  return (
    <>
      {left !== null && <Badge left={left} rail={rail} onNavigate={onNavigate} opens={account.access === 'admin'} />}
      <div className="row gap-10 min-w-0 text-13" title={account.email}>
        <span className={styles.initials} aria-hidden="true">
          {initials(account.name)}
        </span>
        <span className={rail ? 'visually-hidden' : undefined}>{account.name}</span>
      </div>
    </>
  );
}

interface BadgeProps extends Pick<EntryProps, 'rail' | 'onNavigate'> {
  left: DaysLeft;
  /** Whether it leads to Payments, which only admins may open. */
  opens: boolean;
}

/** How long the account may go on without a subscription. */
function Badge({ left, rail, onNavigate, opens }: BadgeProps) {
  const content = (
    <>
      <HourglassHalf20Regular aria-hidden />
      <span className={rail ? 'visually-hidden' : undefined}>{left.text}</span>
      {!rail && left.share !== null && (
        <span className={styles.track}>
          <span style={{ width: `${left.share * 100}%` }} />
        </span>
      )}
    </>
  );
  const look = { className: styles.trial, title: rail ? left.text : undefined, 'data-badge': true };
  return opens ? (
    <Link {...look} to="/client/payments" onClick={onNavigate}>
      {content}
    </Link>
  ) : (
    <div {...look}>{content}</div>
  );
}
