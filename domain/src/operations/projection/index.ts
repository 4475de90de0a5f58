export type { ProjectionEvent } from './projection.events.ts';
export { projectionWriterStream } from './projection.stream.ts';
export {
  beginRange,
  beginWriting,
  type ProjectionWriter,
  projectionWriterDecider,
} from './projection-writer.decider.ts';
