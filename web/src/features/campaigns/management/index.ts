export { CampaignsScreen } from './components/campaigns/CampaignsScreen.tsx';
export { HistoryScreen } from './components/history/HistoryScreen.tsx';
export { SetsScreen } from './components/sets/SetsScreen.tsx';
