export { adOrganizationDecider, claimAdOrganization } from './ad-organization.decider.ts';
export type { CreateApplication } from './application.decider.ts';
export {
  addApiKey,
  changeGuardrails,
  changeSmallBusiness,
  confirmSdk,
  createApplication,
  createApplicationOnce,
  decideOrganizationLink,
  deleteApiKey,
  linkAdOrganization,
  proveOwnership,
  proveSdk,
  proveStoreNotifications,
  reportDiscoveredOrganization,
  reportImport,
  reportUnknownNotification,
  seeOrganizationRoles,
  setStoreConnection,
  setStorePassword,
  submitAdsAccountName,
} from './application.decider.ts';
export type { ApplicationEvent } from './application.events.ts';
export type {
  ApplicationState,
  DiscoveredOrganization,
  LinkedOrganization,
  OpenApplication,
} from './application.state.ts';
export {
  applicationDecider,
  integrationStates,
  isReadOnly,
  linkCodeOf,
  requireWritable,
  waitingOrganizations,
} from './application.state.ts';
export { adOrganizationStream, applicationStream, teamAppStream } from './application.stream.ts';
export {
  confirmStoreNotifications,
  reportStoreCheck,
  reportVisibleOrganizations,
} from './integration.decider.ts';
export type { StoreCheckOutcome } from './integration.events.ts';
export type { LinkingDecision, VisibleOrganization } from './linking.ts';
export { decideLinks } from './linking.ts';
export { organizationName } from './organization-name.ts';
export {
  type EnteredStoreKeys,
  readStoreKeys,
  readStorePassword,
  requireAcceptedKey,
} from './store-keys.ts';
export { adamIdFromUrl, adamIdOfAddress } from './store-url.ts';
export { reserveTeamApp, teamAppDecider } from './team-app.decider.ts';
