import { PaymentsScreen } from '../features/payments/index.ts';

export function PaymentsPage() {
  return <PaymentsScreen />;
}
