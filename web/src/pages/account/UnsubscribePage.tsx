import { useParams } from 'react-router-dom';
import { UnsubscribeScreen } from '../../features/account/session/components/UnsubscribeScreen.tsx';

export function UnsubscribePage() {
  return <UnsubscribeScreen token={useParams().token ?? ''} />;
}
