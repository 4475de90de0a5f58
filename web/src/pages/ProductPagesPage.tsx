import { ManageScreen } from '../features/product-pages/index.ts';

export function ProductPagesPage() {
  return <ManageScreen />;
}
