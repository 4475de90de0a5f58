import { CampaignsScreen } from '../../features/campaigns/management/index.ts';

export function ManagementPage() {
  return <CampaignsScreen />;
}
