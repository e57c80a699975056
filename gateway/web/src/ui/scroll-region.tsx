import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Content that may overflow, such as a wide table; the keyboard scrolls it too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls with keys only what can have the focus
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  );
}
