/** Whose edits that are not sent yet. */
interface EditScope {
  accountId: number;
  applicationId: number;
  organizationId: number;
}

/** Everything the browser keeps between visits: the contract names the keys, this module is the only one to use them. */
const keys = {
  token: 'token',
  applicationId: 'applicationId',
  organization: (applicationId: number) => `organization:${applicationId}`,
  sideMenu: 'sideMenu',
  theme: 'theme',
  reportViews: (accountId: number) => `reportViews:${accountId}`,
  pendingEdits: ({ accountId, applicationId, organizationId }: EditScope) =>
    `pendingEdits:${accountId}:${applicationId}:${organizationId}`,
  creatingApplications: 'creatingApplications',
  creationDraft: ({ accountId, applicationId, organizationId }: EditScope, form: string) =>
    `creationDraft:${accountId}:${applicationId}:${organizationId}:${form}`,
  ruleDraft: (accountId: number, applicationId: number, rule: string) =>
    `ruleDraft:${accountId}:${applicationId}:${rule}`,
  reportDraft: (accountId: number, applicationId: number, report: string) =>
    `reportDraft:${accountId}:${applicationId}:${report}`,
} as const;

/** Storage may be forbidden (private windows, policies): then the page works without remembering. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory of this choice.
  }
}

function readNumber(key: string): number | null {
  const value = Number(read(key) ?? Number.NaN);
  return Number.isSafeInteger(value) ? value : null;
}

export const localSettings = {
  token: () => read(keys.token),
  setToken: (token: string | null) => write(keys.token, token),
  applicationId: () => readNumber(keys.applicationId),
  setApplicationId: (id: number | null) => write(keys.applicationId, id === null ? null : String(id)),
  organizationId: (applicationId: number) => readNumber(keys.organization(applicationId)),
  setOrganizationId: (applicationId: number, id: number) => write(keys.organization(applicationId), String(id)),
  sideMenuCollapsed: () => read(keys.sideMenu) === 'collapsed',
  setSideMenuCollapsed: (collapsed: boolean) => write(keys.sideMenu, collapsed ? 'collapsed' : 'open'),
  theme: (): 'light' | 'dark' | null => {
    const value = read(keys.theme);
    return value === 'light' || value === 'dark' ? value : null;
  },
  setTheme: (theme: 'light' | 'dark' | null) => write(keys.theme, theme),
  /** Views of Reports a person keeps, as text. */
  reportViews: (accountId: number) => read(keys.reportViews(accountId)),
  setReportViews: (accountId: number, text: string) => write(keys.reportViews(accountId), text),
  /** Edits that are not sent yet, as text. */
  pendingEdits: (scope: EditScope) => read(keys.pendingEdits(scope)),
  setPendingEdits: (scope: EditScope, text: string | null) => write(keys.pendingEdits(scope), text),
  pendingEditsKey: keys.pendingEdits,
  /** Applications for which a creation was begun here. */
  creatingApplications: (): number[] =>
    (read(keys.creatingApplications) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  setCreatingApplications: (ids: readonly number[]) =>
    write(keys.creatingApplications, ids.length === 0 ? null : ids.join()),
  /** A form that creates and is not sent yet, as text. */
  creationDraft: (scope: EditScope, form: string) => read(keys.creationDraft(scope, form)),
  setCreationDraft: (scope: EditScope, form: string, text: string | null) =>
    write(keys.creationDraft(scope, form), text),
  /** A rule that is built and not saved yet, as text. @param rule Its id, or `new`. */
  ruleDraft: (accountId: number, applicationId: number, rule: string) =>
    read(keys.ruleDraft(accountId, applicationId, rule)),
  setRuleDraft: (accountId: number, applicationId: number, rule: string, text: string | null) =>
    write(keys.ruleDraft(accountId, applicationId, rule), text),
  /** A scheduled report that is entered and not saved yet, as text. @param report Its id, or `new`. */
  reportDraft: (accountId: number, applicationId: number, report: string) =>
    read(keys.reportDraft(accountId, applicationId, report)),
  setReportDraft: (accountId: number, applicationId: number, report: string, text: string | null) =>
    write(keys.reportDraft(accountId, applicationId, report), text),
  tokenKey: keys.token,
} as const;
