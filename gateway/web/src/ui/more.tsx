import type { ReactNode } from 'react';
import { Button } from './button.js';

interface MoreProps {
  readonly of: { readonly hasNextPage: boolean; readonly readMore: () => void };
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Reads on in a list that is not read as it is scrolled; nothing once all is there. */
export function More({ of, className, children = 'Show more' }: MoreProps) {
  if (!of.hasNextPage) return null;
  return (
    <Button {...(className && { className })} onClick={of.readMore}>
      {children}
    </Button>
  );
}
