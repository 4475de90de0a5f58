export { usageStream } from './usage.events.ts';
