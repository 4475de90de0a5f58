import { useMemo } from 'react';
import { formatDate } from '../../../../../shared/calendar/day-texts.ts';
import type { ReportPreviewResponse } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { type MailPiece, readMail } from '../../model/mail-blocks.ts';
import { sourceName } from '../../model/schedule-texts.ts';
import styles from './panel.module.css';

const { panel: words } = scheduledReportMessages;

/** A mail as it is read: subject, what is not complete, and the table. */
export function MailPreview({ preview }: { preview: ReportPreviewResponse }) {
  const { subject, html, rows, incomplete } = preview;
  const pieces = useMemo(() => readMail(html), [html]);
  const warnings = incomplete.map(({ source, until }) =>
    until === null ? words.notYet(sourceName(source)) : words.incomplete(sourceName(source), formatDate(until)),
  );
  return (
    <article className={styles.mail} aria-label={words.mail}>
      <header>
        <h3>{subject}</h3>
        <p>{words.rows(rows)}</p>
        {warnings.map((text) => (
          <p key={text} data-warning>
            {text}
          </p>
        ))}
      </header>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a mail have nothing but a place.
        <Piece key={index} piece={piece} />
      ))}
    </article>
  );
}

function Piece({ piece }: { piece: MailPiece }) {
  if ('text' in piece) return <p className={styles.line}>{piece.text}</p>;
  const { head, rows } = piece;
  return (
    <table className={styles.figures} aria-label={words.mail}>
      <thead>
        <tr>
          {head.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
            <th key={index} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a mail have nothing but a place.
          <tr key={row} data-total={row === 0 || undefined}>
            {cells.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a mail have nothing but a place.
              <td key={index}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
