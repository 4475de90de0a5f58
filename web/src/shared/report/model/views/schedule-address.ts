/** Address of all scheduled reports; a single one is below it. */
export const scheduledReportsPath = '/client/automation/reports';
