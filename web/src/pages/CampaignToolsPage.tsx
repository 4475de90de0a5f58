import { CampaignToolsScreen } from '../features/campaign-tools/index.ts';

export function CampaignToolsPage() {
  return <CampaignToolsScreen />;
}
