/** The application whose store reports are pulled. */
export interface PullStoreReportsInput {
  readonly application_id: number;
}

/** Workflow id; there is never more than one pull of an application's store reports at a time. */
export const pullStoreReportsId = (applicationId: number): string => `pull-store-reports/${applicationId}`;

/** Signal: another key or vendor number was given. */
export const connectionChanged = 'connectionChanged';
