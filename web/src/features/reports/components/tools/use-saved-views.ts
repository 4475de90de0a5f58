import { useState } from 'react';
import { localSettings } from '../../../../shared/storage/local-settings.ts';
import { readViews, type SavedView } from '../../model/views/saved-views.ts';

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
