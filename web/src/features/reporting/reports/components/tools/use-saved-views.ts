import { useState } from 'react';
import { readViews, type SavedView } from '../../../../../shared/report/model/views/saved-views.ts';
import { localSettings } from '../../../../../shared/storage/local-settings.ts';

/** The views a person keeps in this browser. */
export function useSavedViews(accountId: number) {
  const [views, setViews] = useState(() => readViews(localSettings.reportViews(accountId)));
  return {
    views,
    keep(next: SavedView[]): void {
      localSettings.setReportViews(accountId, JSON.stringify(next));
      setViews(next);
    },
  };
}
