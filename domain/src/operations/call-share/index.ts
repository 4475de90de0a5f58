export {
  type CallShares,
  callShareDecider,
  callsOf,
  divideCalls,
  fairShare,
  leaveCalls,
} from './call-share.decider.ts';
export type { CallShareEvent } from './call-share.events.ts';
export { callSharesStream } from './call-share.stream.ts';
