import { CampaignToolsScreen } from '../../features/campaigns/campaign-tools/index.ts';

export function CampaignToolsPage() {
  return <CampaignToolsScreen />;
}
