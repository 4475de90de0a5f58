/** A tab of Automation and where it is. */
export interface AutomationTab {
  readonly path: string;
  readonly label: string;
}

/** Address of all rules; rules, the builder and conflicts are below it. */
export const rulesPath = '/client/automation';

/** Address of all alerts; one alert is below it. */
export const alertsPath = `${rulesPath}/alerts`;

/** The tabs that have a page. A part of Automation that gets a page of its own adds a line. */
export const automationTabs: readonly AutomationTab[] = [
  { path: rulesPath, label: 'Rules' },
  { path: alertsPath, label: 'Alerts' },
  { path: `${rulesPath}/reports`, label: 'Scheduled reports' },
];

/** The tab that an address belongs to: the last one whose path it begins with. */
export const tabOf = (address: string, tabs = automationTabs): string =>
  tabs.findLast(({ path }) => address === path || address.startsWith(`${path}/`))?.path ?? rulesPath;
