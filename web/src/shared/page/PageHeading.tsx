import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isColdLoad } from './cold-load.ts';

/**
 * The page's only h1; it takes the focus when the route changes, so that screen readers say where one is. On the page the
 * browser loaded it does not: there the first Tab must reach the skip link.
 */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // Before the screen shows: later it would take the focus from what was pressed or chosen meanwhile.
  useLayoutEffect(() => {
    if (!isColdLoad(pathname)) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className} style={{ outline: 'none' }}>
      {children}
    </h1>
  );
}
