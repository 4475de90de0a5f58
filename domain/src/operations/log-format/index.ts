export {
  type LogFormat,
  type LogFormatEvent,
  logFormatDecider,
  logFormatStream,
  type ProgramFormat,
  raiseLogFormat,
  unknownTo,
} from './log-format.decider.ts';
export { logLayout, productVersion, retiredEventTypes } from './product-version.ts';
