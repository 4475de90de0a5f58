import { useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import type { HistoryQuestion } from '../../api/history-api.ts';
import { managementMessages as words } from '../../messages.ts';

/** Fetches the file of the history from the server: every row of the range, also of creations, of which the screen lists some. */
export function useHistoryFile() {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<number | null>(null);

  async function save(question: HistoryQuestion, field: string | null, total: number): Promise<void> {
    setBusy(true);
    setDone(null);
    try {
      const [{ fetchCsv }, { saveFile }] = await Promise.all([
        import('../../../../../shared/report/model/export/csv-file.ts'),
        import('../../../../../shared/files/save-file.ts'),
      ]);
      const name = `tapwise-changes-${question.from}-${question.to}.csv`;
      const query = { ...question, ...(field === null ? {} : { field }), format: 'csv' };
      const order = { name, path: '/api/asa/changes', query, total };
      const watch = { signal: new AbortController().signal, onProgress: () => undefined };
      const { file, rows } = await fetchCsv(order, watch);
      saveFile(file, name);
      setDone(rows);
    } catch (error) {
      showToast({ intent: 'error', text: words.fileFailed(messageOf(error)) });
    } finally {
      setBusy(false);
    }
  }
  return { busy, done, save };
}
