export {
  type AccountDecision,
  decideAccount,
  requireFittingAccount,
  type SeenAdAccount,
} from './account-proof.ts';
export { adAccountDecider, claimAdAccount, releaseAdAccount } from './ad-account.decider.ts';
export {
  acceptCredentials,
  bindAdAccount,
  makeAdsKey,
  readCredentialNames,
  refuseCredentials,
  seeCandidates,
  setCredentials,
  type UsedCredentials,
} from './ads-connection.decider.ts';
export type { AccountProof, AdsConnectionEvent, CredentialsKind } from './ads-connection.events.ts';
export {
  type AdsConnection,
  adsConnectionDecider,
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
  type AdsServiceState,
  adsServiceState,
  bindingOf,
  connectionMessage,
  disconnectedMessage,
  interfaceOf,
  isDisconnected,
  requireConnected,
} from './connection-status.ts';
export type { AdsInterface } from './connection-texts.ts';
export {
  endOlderInterface,
  isGoneStatus,
  type OlderInterfaceAnswer,
  olderInterfaceDecider,
  resumeOlderInterface,
  saysEnded,
} from './older-interface.decider.ts';
export { organizationsOfAccounts } from './visible-accounts.ts';
