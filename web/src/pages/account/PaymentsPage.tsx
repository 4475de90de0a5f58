import { PaymentsScreen } from '../../features/account/payments/index.ts';

export function PaymentsPage() {
  return <PaymentsScreen />;
}
