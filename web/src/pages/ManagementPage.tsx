import { CampaignsScreen } from '../features/management/index.ts';

export function ManagementPage() {
  return <CampaignsScreen />;
}
