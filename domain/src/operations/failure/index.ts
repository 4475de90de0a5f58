export {
  type FailureCause,
  type FailureSubject,
  type Failures,
  failureDecider,
  lastingFailures,
  lastsFrom,
  noFailures,
  type OpenFailure,
  reportFailedTry,
  reportLastingFailures,
  reportSuccessfulTry,
} from './failure.decider.ts';
export type { FailureEvent } from './failure.events.ts';
export { failureStream, failureStreamPrefix } from './failure.stream.ts';
export {
  type FailureReason,
  type FailureSource,
  failureSourceNames,
  failureSources,
  type IntegrationName,
  reasonOfStatus,
  slowsAsking,
} from './failure-kinds.ts';
export { failureSentence, failureSummary } from './failure-texts.ts';
export {
  type IntegrationProblem,
  integrationProblems,
  problemsByOrganization,
  productFailures,
  usesIntegration,
} from './integration-problems.ts';
