import { PlainPage } from './PlainPage.tsx';

export function NotFoundPage() {
  return (
    <PlainPage title="Page not found">
      <p>There is nothing at this address. The number 404 says the same.</p>
      <p>
        <a href="/client/reports">Go to Reports</a> or <a href="/">to the start page</a>.
      </p>
    </PlainPage>
  );
}
