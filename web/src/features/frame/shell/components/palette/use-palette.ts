import type { Account } from '@tapwise/contract';
import { useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOfferedActions } from '../../../../../shared/page/offered-actions.ts';
import {
  completeAccountScope,
  describeAccountScope,
  readAccountScope,
  rememberedAccount,
  targetsOf,
} from '../../../../../shared/scope/index.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../../../shared/theme/theme-mode.ts';
import { useAccount, useSignOut } from '../../../../account/session/index.ts';
import { usePaletteCampaigns } from '../../api/palette-campaigns.ts';
import { apiReferencePath, shellMessages as words } from '../../messages.ts';
import { navGroupsFor } from '../../model/nav-entries.ts';
import { applicationEntries, type PaletteEntry, searchEntries } from '../../model/palette/palette-entries.ts';
import { ShellContext } from '../shell-context.ts';

const pauseMs = 200;

/** Everything the palette can lead to, narrowed by what is typed. */
export function usePalette(text: string) {
  const { account, applications } = useAccount();
  const { search } = useLocation();
  const scope = useMemo(() => {
    const urlScope = readAccountScope(new URLSearchParams(search));
    return completeAccountScope(urlScope, applications, rememberedAccount, { all: true });
  }, [search, applications]);
  const targets = useMemo(() => targetsOf(scope, applications), [scope, applications]);
  const typed = useSettled(text.trim());
  const campaigns = usePaletteCampaigns(targets, typed !== '');
  const actions = useActionEntries();
  const entries = [
    ...screenEntries(account.access),
    ...applicationEntries(applications),
    ...campaigns.entries,
    ...actions,
  ];
  const empty = text.trim() === '';
  const { displayed, campaignsLeft } = searchEntries(
    empty ? entries.filter(({ group }) => group !== 'campaigns') : entries,
    text,
  );
  return {
    displayed,
    campaignsLeft,
    /** Typing may find campaigns of this scope; `null` where there is none to search in. */
    hint: empty && targets.length > 0 ? words.typeForCampaigns(describeAccountScope(scope, applications)) : null,
    loading: !empty && targets.length > 0 && (campaigns.loading || typed === ''),
    error: empty ? null : campaigns.error,
    retry: campaigns.retry,
  };
}

const screenEntries = (access: Account['access']): PaletteEntry[] =>
  navGroupsFor(access).flatMap((group) =>
    group.entries.map(({ path, label }) => ({
      key: path,
      group: 'screens',
      label,
      also: group.label,
      detail: null,
      app: null,
      opens: { path },
    })),
  );

const themes: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'light', label: words.lightTheme },
  { choice: 'dark', label: words.darkTheme },
  { choice: 'system', label: words.systemTheme },
];

function useActionEntries(): PaletteEntry[] {
  const shell = useContext(ShellContext);
  const theme = useThemeChoice();
  const signOut = useSignOut();
  const offered = useOfferedActions();
  const entry = (key: string, label: string, also: string, run: () => void): PaletteEntry => ({
    key,
    group: 'actions',
    label,
    also,
    detail: null,
    app: null,
    opens: { run },
  });
  const collapse = shell?.collapsed === true ? words.expandMenu : words.collapseMenu;
  return [
    ...offered.map(({ id, label, run }) => entry(id, label, '', run)),
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(({ choice, label }) => entry(`theme ${choice}`, label, 'appearance mode', () => chooseTheme(choice))),
    ...(shell?.toggleMenu == null ? [] : [entry('menu', collapse, 'side bar rail', shell.toggleMenu)]),
    entry('shortcuts', words.shortcuts, 'keys help', () => shell?.showDialog('shortcuts')),
    entry('figures', words.figures, 'columns metrics formulas help', () => shell?.showDialog('figures')),
    entry(
      'api',
      words.apiReference,
      'docs documentation',
      () => void window.open(apiReferencePath, '_blank', 'noopener'),
    ),
    entry('log out', words.logOut, 'sign out leave', signOut),
  ];
}

/** A text once it has not changed for a moment; emptied at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
