import { type RefObject, useLayoutEffect, useState } from 'react';
import { countFitting } from '../../model/columns/fitting-tabs.ts';

/**
 * How many tabs fit beside the controls at the right, which always stay. All are drawn once to be measured.
 * @param count tabs there are
 */
export function useFittingTabs(row: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    const list = element?.querySelector<HTMLElement>('[role="tablist"]');
    if (element == null || list == null) return;
    const widths = Array.from(list.querySelectorAll<HTMLElement>('[role="tab"]'), (tab) => tab.offsetWidth);
    const measure = () => {
      const end = element.querySelector<HTMLElement>('[data-end]');
      const stacked = end !== null && end.offsetTop >= list.offsetTop + list.offsetHeight;
      const room = element.clientWidth - (end === null || stacked ? 0 : end.offsetWidth) - 32;
      setFitting(countFitting(widths, room));
    };
    measure();
    const box = new ResizeObserver(measure);
    box.observe(element);
    return () => box.disconnect();
  }, [row]);
  return fitting;
}
