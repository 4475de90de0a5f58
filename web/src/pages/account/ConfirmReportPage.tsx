import { ConfirmReportScreen } from '../../features/account/session/components/ConfirmReportScreen.tsx';

export function ConfirmReportPage() {
  return <ConfirmReportScreen />;
}
