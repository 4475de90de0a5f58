import { outboxMessages as words } from '../../features/account/outbox/messages.ts';
import { OutboxScreen } from '../../features/account/outbox/OutboxScreen.tsx';
import { PlainPage } from '../PlainPage.tsx';

export function OutboxPage() {
  return (
    <PlainPage title={words.title}>
      <OutboxScreen />
    </PlainPage>
  );
}
