import type { Application } from '@tapwise/contract';
import { useCallback, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  completeAccountScope,
  readAccountScope,
  rememberAccount,
  rememberedAccount,
  writeAccountScope,
} from '../../../../shared/scope/index.ts';

/** What is shown beside rules. */
export type PanelName = 'add' | 'edit' | 'apply' | 'logs' | 'why' | 'versions';
const panelNames: readonly string[] = ['add', 'edit', 'apply', 'logs', 'why', 'versions'] satisfies PanelName[];

interface AutomationView {
  panel: PanelName | null;
  /** The rule a panel is about, where the path names none. */
  id: number | null;
  /** Run that is looked at; `dry` for one that is only calculated, `null` for the newest. */
  run: string | null;
  /** Unit whose decision is explained. */
  key: string | null;
  /** Which of its decisions: search terms of one keyword are decided one by one. */
  decision: string | null;
  type: string | null;
}

/** What the address says: application, rule, run, unit, and what is beside them. */
export function useAutomationUrl(applications: readonly Application[]) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const opener = useRef<HTMLElement | null>(null);
  const scope = completeAccountScope(readAccountScope(params), applications, rememberedAccount, { all: false });
  const application = applications.find(({ id }) => id === scope.application) ?? null;
  const panel = params.get('panel');
  const id = params.get('id');
  const view: AutomationView = {
    panel: panel !== null && panelNames.includes(panel) ? (panel as PanelName) : null,
    id: id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null,
    run: params.get('run'),
    key: params.get('key'),
    decision: params.get('decision'),
    type: params.get('type'),
  };
  const searchOf = useCallback(
    (part: Partial<AutomationView>): string => {
      const search = new URLSearchParams();
      writeAccountScope(search, { application: application?.id ?? null, organization: null });
      for (const [name, value] of Object.entries(part)) if (value != null) search.set(name, String(value));
      return search.toString();
    },
    [application?.id],
  );
  return {
    application,
    view,
    /** Shows something else of the same screen; what is not named stays. */
    change(part: Partial<AutomationView>): void {
      if (part.panel != null || part.key != null) opener.current = pressed();
      setParams(searchOf({ ...view, ...part }));
    },
    /** Nothing beside the rules any more: what opened it has the focus again. */
    closePanel(): void {
      opener.current?.focus();
      setParams(searchOf({ run: view.run }), { replace: true });
    },
    chooseApplication(next: number | null): void {
      const account = completeAccountScope({ application: next, organization: null }, applications, rememberedAccount, {
        all: false,
      });
      rememberAccount(account);
      const search = new URLSearchParams();
      writeAccountScope(search, { application: account.application, organization: null });
      void navigate({ pathname: automationPath, search: search.toString() });
    },
    /** Address of a rule, or of all of them. */
    addressOf: (rule: number | null, part: Partial<AutomationView> = {}) => ({
      pathname: rule === null ? automationPath : `${automationPath}/${rule}`,
      search: searchOf(part),
    }),
    /** Where a rule that people wrote is edited. */
    editAddressOf: (rule: number) => ({ pathname: `${automationPath}/${rule}/edit`, search: searchOf({}) }),
  };
}

/** What was pressed: of an action in a menu the button that opened the menu, as the action goes with it. */
function pressed(): HTMLElement | null {
  const { activeElement: active } = document;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const from = menu == null ? active : document.getElementById(menu);
  return from instanceof HTMLElement ? from : null;
}

export type AutomationUrl = ReturnType<typeof useAutomationUrl>;

const automationPath = '/client/automation';
