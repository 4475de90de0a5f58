export {
  type ParkingEvent,
  parkingDecider,
  retryParkedStream,
  skipParkedEvent,
} from './parking.decider.ts';
export { parkedStreamPrefix, parkedStreamStream, tableParkingPrefix, tableParkingStream } from './parking.stream.ts';
export {
  type ParkingChange,
  parkingDifference,
  recordParking,
  type TableParking,
  type TableParkingEvent,
  tableParkingDecider,
  type WaitingStream,
} from './table-parking.decider.ts';
