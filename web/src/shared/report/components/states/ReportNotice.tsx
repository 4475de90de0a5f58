import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons/svg/info';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import { useLayoutEffect, useRef, useState } from 'react';
import { useOnline } from '../../../page/browser-state.ts';
import { useIncompleteHistory } from '../../api/history-api.ts';
import { usePartsAway } from '../../api/readiness-api.ts';
import { reportMessages as words } from '../../messages.ts';
import styles from './report-notice.module.css';

interface Props {
  /** What the answers on the screen warn of; empty ones are nothing. */
  warnings: readonly (string | null | undefined)[];
}

/**
 * What limits the numbers and comes and goes with them: one line at the end of the title row, which is as high without it, so
 * that nothing below ever moves. Where the line does not say it all, a press shows the rest over the table.
 */
export function ReportNotice({ warnings }: Props) {
  const online = useOnline();
  const away = usePartsAway();
  const history = useIncompleteHistory();
  const notices = [
    ...(online ? [] : [{ intent: 'warning', text: words.offline }]),
    ...(history === null ? [] : [{ intent: 'info', text: words.history(history.months_in, history.months) }]),
    ...(away.pullsWait ? [{ intent: 'warning', text: words.pullsWait }] : []),
    ...(away.tablesWait ? [{ intent: 'warning', text: words.tablesWait }] : []),
    ...warnings.flatMap((text) => (text == null || text === '' ? [] : [{ intent: 'warning', text }])),
  ];
  const [first] = notices;
  const { text, isCut } = useCutText(first?.text, notices.length > 1);
  return (
    <div role="status" className="flex end min-w-0">
      {first !== undefined && notices.length === 1 && !isCut && (
        <div className={styles.line} data-intent={first.intent} data-whole>
          <NoticeIcon intent={first.intent} />
          <span ref={text} className={styles.text}>
            {first.text}
          </span>
        </div>
      )}
      {first !== undefined && (notices.length > 1 || isCut) && (
        <Popover positioning="below-end">
          <PopoverTrigger disableButtonEnhancement>
            <button type="button" className={styles.line} data-intent={first.intent}>
              <NoticeIcon intent={first.intent} />
              <span ref={text} className={styles.text}>
                {first.text}
              </span>
              <span className={styles.more}>{words.readAll(notices.length)}</span>
            </button>
          </PopoverTrigger>
          <PopoverSurface aria-label={words.notices} className={styles.surface}>
            {notices.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </PopoverSurface>
        </Popover>
      )}
    </div>
  );
}

function NoticeIcon({ intent }: { intent: string }) {
  return intent === 'warning' ? <Warning16Filled /> : <Info16Regular />;
}

/** Whether an element's text has more than its line shows. @param among Several share the line, which then has another form. */
function useCutText(displayedText: string | undefined, among: boolean) {
  const text = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, or the other form of the line, is measured again.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const measure = () => setCut(element.scrollWidth > element.clientWidth);
    measure();
    const box = new ResizeObserver(measure);
    box.observe(element);
    return () => box.disconnect();
  }, [displayedText, among, isCut]);
  return { text, isCut };
}
