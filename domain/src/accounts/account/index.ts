export type { AccountOpening, AddressProof, LinkData } from './account.decider.ts';
export {
  changeEmail,
  changePassword,
  changePreferences,
  openAccount,
  openAccountOnce,
  renamePerson,
  requestEmailChange,
  requestVerification,
  verifyEmail,
} from './account.decider.ts';
export type { AccountEvent } from './account.events.ts';
export type { AccountState } from './account.state.ts';
export { accountDecider, wantsMails } from './account.state.ts';
export {
  accountStream,
  emailReservationStream,
  numbersStream,
  passwordResetStream,
  sessionStream,
} from './account.stream.ts';
export {
  emailReservationDecider,
  passwordResetDecider,
  releaseEmail,
  requestPasswordReset,
  reserveEmail,
} from './address.decider.ts';
export {
  cancelDeletion,
  eraseSubject,
  finishExport,
  isDeletionOpen,
  removeExport,
  requestExport,
  scheduleDeletion,
} from './leaving.decider.ts';
export type { OpenSession, SessionEnd } from './session.decider.ts';
export {
  closeSession,
  isSessionUnseen,
  isSessionValid,
  mostSessions,
  openSession,
  seeSession,
  sessionDecider,
} from './session.decider.ts';
export { checkEmail, checkName, checkPassword, checkSignUp, normalizeEmail } from './sign-up.ts';
