import { WebhooksScreen } from '../../features/data-access/webhooks/index.ts';

export function WebhooksPage() {
  return <WebhooksScreen />;
}
