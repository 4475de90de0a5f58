import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { PlainPage } from '../pages/PlainPage.tsx';
import { messageOf } from '../shared/server/http/api-error.ts';
import { reportFault } from '../shared/usage/report-fault.ts';
import { useErrorDisplayed } from '../shared/usage/use-error-displayed.ts';

/** Shown in place of a page that could not be drawn, with the way out. */
export function PageFault() {
  const error = useRouteError();
  useErrorDisplayed(error);
  useEffect(() => reportFault(error), [error]);
  return (
    <PlainPage title="This page could not be shown">
      <p role="alert">{messageOf(error)}</p>
      <p>
        <button type="button" className="native-button" onClick={() => window.location.reload()}>
          Retry
        </button>
      </p>
    </PlainPage>
  );
}
