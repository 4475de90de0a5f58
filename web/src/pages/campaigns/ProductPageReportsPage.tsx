import { PageReportScreen } from '../../features/campaigns/product-pages/index.ts';

export function ProductPageReportsPage() {
  return <PageReportScreen />;
}
