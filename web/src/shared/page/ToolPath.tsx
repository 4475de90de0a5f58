import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { Link, useLocation } from 'react-router-dom';
import styles from './tool-path.module.css';
import { toolPaths } from './tool-paths.ts';

const words = { path: 'Path', tools: 'Campaign tools' };

/** Where a tool is: below the tools of Campaign Management, whose address it leads back to with the same scope. */
export function ToolPath({ name }: { name: string }) {
  const here = new URLSearchParams(useLocation().search);
  const scope = new URLSearchParams([...here].filter(([key]) => key === 'app' || key === 'org'));
  return (
    <nav aria-label={words.path}>
      <ol className={styles.path}>
        <li>
          <Link to={{ pathname: toolPaths.tools, search: scope.toString() }}>{words.tools}</Link>
        </li>
        <li>
          <ChevronRight12Regular aria-hidden />
          <span aria-current="page">{name}</span>
        </li>
      </ol>
    </nav>
  );
}
