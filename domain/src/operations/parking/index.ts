export {
  type ParkingEvent,
  parkingDecider,
  retryParkedStream,
  skipParkedEvent,
} from './parking.decider.ts';
export { parkedStreamPrefix, parkedStreamStream } from './parking.stream.ts';
