import { type ReactNode, useEffect, useRef } from 'react';

/** The page's only h1; it takes the focus when the route changes, so that screen readers say where one is. */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className} style={{ outline: 'none' }}>
      {children}
    </h1>
  );
}
