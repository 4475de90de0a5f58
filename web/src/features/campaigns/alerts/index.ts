export { channelsOptions } from './api/channels-api.ts';
export { AlertsScreen } from './components/AlertsScreen.tsx';
export { AlertFields } from './components/settings/AlertFields.tsx';
export { type AlertForm, alertFaults, alertForm } from './model/alert-form.ts';
