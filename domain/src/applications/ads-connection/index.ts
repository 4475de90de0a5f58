export {
  type AccountChoice,
  type AccountDecision,
  decideAccount,
  type OtherOrganizations,
  requireFittingAccount,
  type SeenAdAccount,
  type SoughtOrganization,
} from './account-proof.ts';
export { type AdAccountState, adAccountDecider, claimAdAccount, releaseAdAccount } from './ad-account.decider.ts';
export {
  acceptCredentials,
  type BindAdAccount,
  bindAdAccount,
  makeAdsKey,
  readCredentialNames,
  refuseCredentials,
  type SetCredentials,
  seeCandidates,
  setCredentials,
  type UsedCredentials,
} from './ads-connection.decider.ts';
export type { AccountProof, AdsConnectionEvent, CredentialsKind } from './ads-connection.events.ts';
export {
  type AdAccountCandidate,
  type AdsConnection,
  adsConnectionDecider,
  type BoundAccount,
  credentialsKindOf,
  type OwnCredentials,
} from './ads-connection.state.ts';
export {
  adAccountStream,
  adsConnectionStream,
  adsConnectionStreamPrefixes,
  olderInterfaceStream,
} from './ads-connection.stream.ts';
export { type AdsConnections, connectionOf, createAdsConnections, evolveAdsConnections } from './ads-connections.ts';
export type { HistoryLine } from './connection-history.ts';
export {
  type AccountBinding,
  type AdsInterface,
  bindingOf,
  connectionMessage,
  isStanding,
  requireConnected,
  standingMessage,
} from './connection-status.ts';
export {
  endOlderInterface,
  type OlderInterfaceAnswer,
  type OlderInterfaceState,
  olderInterfaceDecider,
  resumeOlderInterface,
  saysEnded,
} from './older-interface.decider.ts';
export { organizationsOfAccounts } from './visible-accounts.ts';
