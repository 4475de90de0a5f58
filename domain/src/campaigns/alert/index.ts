export {
  type Alerts,
  channelsOf,
  createAlerts,
  episodesOfApplication,
  evolveAlerts,
  findChannel,
  type SilentUnit,
} from './alerts.ts';
export { alertStreamPrefixes } from './settings/alert.stream.ts';
