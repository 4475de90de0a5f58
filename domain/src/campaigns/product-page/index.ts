export {
  type CreativesState,
  creativesDecider,
  creativesStream,
  creativesStreamPrefix,
  recordSync,
  requestCreativesSync,
} from './creatives.decider.ts';
export type { CreativeSettings, CreativesEvent, UnusedPage } from './creatives.events.ts';
export { comparePages, type PageFigures, type PageVariant } from './page-report.ts';
