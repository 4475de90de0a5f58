/** Address of all rules; rules, the builder and conflicts are below it. */
export const rulesPath = '/client/automation';

/** Address of all alerts; one alert is below it. */
export const alertsPath = `${rulesPath}/alerts`;
