import { ManageScreen } from '../../features/campaigns/product-pages/index.ts';

export function ProductPagesPage() {
  return <ManageScreen />;
}
