import { metricsOf } from '@tapwise/contract';
import { useState } from 'react';
import { figureTitle, formulaText } from '../../../../../shared/report/model/help/explain-figure.ts';
import { ReadingDialog } from '../../../../../shared/ui/ReadingDialog.tsx';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { shellMessages as words } from '../../messages.ts';
import styles from './help.module.css';

/** Every column of the reports by the name it is explained under; keywords have them all. */
const figures = metricsOf('keyword')
  .filter(({ from }) => from.kind !== 'setting')
  .map((metric) => ({
    name: metric.name,
    title: figureTitle(metric),
    definition: metric.definition,
    formula: formulaText(metric),
  }));

/** What each figure of the reports means and what it is made of, from the catalogue the reports are computed with. */
export function FiguresDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const matchingFigures = figures.filter(({ title, definition }) =>
    `${title} ${definition}`.toLowerCase().includes(wanted),
  );
  return (
    <ReadingDialog title={words.figures} className={styles.content} onClose={onClose}>
      <p>{words.figuresIntro}</p>
      <SearchField label={words.searchFigures} value={text} onChange={setText} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <section className={styles.figures} tabIndex={0} aria-label={words.results}>
        {matchingFigures.length === 0 && <p role="status">{words.noFigure}</p>}
        <dl>
          {matchingFigures.map(({ name, title, definition, formula }) => (
            <div key={name}>
              <dt className="semibold">{title}</dt>
              <dd>{definition}</dd>
              {formula !== null && <dd className={styles.formula}>{formula}</dd>}
            </div>
          ))}
        </dl>
      </section>
    </ReadingDialog>
  );
}
