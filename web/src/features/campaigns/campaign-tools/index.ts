export { CampaignToolsScreen } from './components/CampaignToolsScreen.tsx';
