import { Link } from 'react-router-dom';
import { PlainPage } from './PlainPage.tsx';

export function NotFoundPage() {
  return (
    <PlainPage title="Page not found">
      <p>Nothing lives at this address. The number 404 says the same.</p>
      <p>
        <Link to="/client/reports">Go to Reports</Link> or <Link to="/">to the start page</Link>.
      </p>
    </PlainPage>
  );
}
