import { outboxMessages as words } from '../features/outbox/messages.ts';
import { OutboxScreen } from '../features/outbox/OutboxScreen.tsx';
import { PlainPage } from './PlainPage.tsx';

export function OutboxPage() {
  return (
    <PlainPage title={words.title}>
      <OutboxScreen />
    </PlainPage>
  );
}
