export type { WriteCallState } from './write-call.decider.ts';
export {
  completeWriteCall,
  releaseWriteCall,
  startWriteCall,
  writeCallDecider,
} from './write-call.decider.ts';
export { writeCallStream } from './write-call.stream.ts';
