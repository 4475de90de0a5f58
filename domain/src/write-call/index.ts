export type { WriteCallState } from './write-call.decider.ts';
export {
  answerWriteCall,
  releaseWriteCall,
  startWriteCall,
  writeCallDecider,
} from './write-call.decider.ts';
export { writeCallStream } from './write-call.stream.ts';
