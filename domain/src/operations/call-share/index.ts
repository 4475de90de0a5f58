export {
  type CallShares,
  callShareDecider,
  callsOf,
  divideCalls,
  fairShare,
  leaveCalls,
} from './call-share.decider.ts';
export type { CallShareEvent } from './call-share.events.ts';
export { adServiceCalls, callSharesStream } from './call-share.stream.ts';
