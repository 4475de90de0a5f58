import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { toolPaths } from '../../../../shared/page/tool-paths.ts';
import { toolMessages as words } from '../messages.ts';
import { cardOf, toolGroups } from '../model/tools.ts';
import styles from './campaign-tools.module.css';

/** The cards, each a link to the address of what it opens. A form that is closed gives the focus back to its card. */
export function ToolCards({ openForm }: { openForm: string | null }) {
  const { search, state } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const closed = (state as { closed?: string } | null)?.closed;
  useEffect(() => {
    if (closed === undefined || openForm !== null) return;
    root.current?.querySelector<HTMLElement>(`[data-tool="${cardOf(closed)}"]`)?.focus();
  }, [closed, openForm]);
  return (
    <div ref={root}>
      {toolGroups.map(({ heading, info, tools }) => (
        <section key={heading} className={styles.group} aria-label={heading}>
          <div className={styles.groupHead}>
            <h2>{heading}</h2>
            <a href={info}>
              {words.moreInfo}
              <span className="visually-hidden"> about {heading}</span>
            </a>
          </div>
          <ul className={styles.cards}>
            {tools.map(({ path, label, text, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={{ pathname: `${toolPaths.tools}/${path}`, search }}
                  className={styles.tool}
                  data-tool={path}
                  aria-current={openForm !== null && cardOf(openForm) === path ? 'page' : undefined}
                >
                  <span className={styles.toolIcon}>
                    <Icon />
                  </span>
                  <span className={styles.toolWords}>
                    <strong>{label}</strong>
                    <span className="text-13 leading-18 muted">{text}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
