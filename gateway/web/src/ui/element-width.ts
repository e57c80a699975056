import { useEffect, useState } from 'react';

const FIRST_WIDTH = 720;
const WIDTH_MIN = 200;

/** The current width of an element, for manual layout. */
export function useElementWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!element.current) return undefined;
    const measured = element.current;
    const observer = new ResizeObserver(() => setWidth(Math.max(WIDTH_MIN, Math.floor(measured.clientWidth))));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
