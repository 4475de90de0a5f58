import { Button } from '@fluentui/react-components';
import { ColumnTriple20Regular } from '@fluentui/react-icons/svg/column-triple';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../page/lazy-part.tsx';
import { reportMessages as words } from '../../messages.ts';
import { availableColumns, type ChoiceContext, displayedColumns } from '../../model/columns/column-choice.ts';
import type { ReportRows } from '../table/use-report-rows.ts';

const ColumnPicker = lazyPart(async () => (await import('./ColumnPicker.tsx')).ColumnPicker);
const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);

interface Props {
  context: ChoiceContext;
  rows: ReportRows;
  shortcuts: boolean;
  onShortcutsClosed: () => void;
  onColumns: (columns: string[] | null) => void;
  children?: ReactNode;
}

/** Controls of the table as a whole; what they open is fetched when it is opened. */
export function TableTools({ context, rows, shortcuts, onShortcutsClosed, onColumns, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const response = rows.report?.response ?? null;
  return (
    <>
      {children}
      <Button
        ref={button}
        appearance="subtle"
        icon={<ColumnTriple20Regular />}
        aria-label={words.columns}
        title={words.columns}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {open && (
          <ColumnPicker
            level={context.level}
            available={availableColumns(context, response)}
            displayed={displayedColumns(context, response).map(({ key }) => key)}
            chosen={context.columns}
            onChange={onColumns}
            onClose={() => {
              setOpen(false);
              // Once the drawer is gone nothing holds the focus back any more.
              requestAnimationFrame(() => button.current?.focus());
            }}
          />
        )}
        {shortcuts && <ShortcutsDialog onClose={onShortcutsClosed} />}
      </Suspense>
    </>
  );
}
