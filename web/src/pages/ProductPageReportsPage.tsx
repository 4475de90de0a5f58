import { PageReportScreen } from '../features/product-pages/index.ts';

export function ProductPageReportsPage() {
  return <PageReportScreen />;
}
