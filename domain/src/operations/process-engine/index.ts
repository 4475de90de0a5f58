export {
  abandonTemporal,
  adoptTemporal,
  type ProcessEngine,
  type ProcessEngineEvent,
  processEngineDecider,
  processEngineStream,
} from './process-engine.decider.ts';
