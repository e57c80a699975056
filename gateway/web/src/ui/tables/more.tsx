import type { ReactNode } from 'react';
import { Button } from '../button.js';

interface MoreProps {
  readonly of: { readonly hasNextPage: boolean; readonly readMore: () => void };
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Loads more of a list that does not load on scrolling; nothing at the end. */
export function More({ of, className, children = 'Show more' }: MoreProps) {
  if (!of.hasNextPage) return null;
  return (
    <Button {...(className && { className })} onClick={of.readMore}>
      {children}
    </Button>
  );
}
