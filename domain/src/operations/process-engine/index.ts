export {
  adoptTemporal,
  type ProcessEngine,
  processEngineDecider,
  processEngineStream,
} from './process-engine.decider.ts';
