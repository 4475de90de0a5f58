import { useRouteError } from 'react-router-dom';
import { PlainPage } from '../pages/PlainPage.tsx';
import { messageOf } from '../shared/http/api-error.ts';

/** Shown in place of a page that could not be drawn, with the way out. */
export function PageFault() {
  const error = useRouteError();
  return (
    <PlainPage title="This page could not be shown">
      <p role="alert">{messageOf(error)}</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Retry
        </button>
      </p>
    </PlainPage>
  );
}
