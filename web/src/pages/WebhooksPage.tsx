import { WebhooksScreen } from '../features/webhooks/index.ts';

export function WebhooksPage() {
  return <WebhooksScreen />;
}
