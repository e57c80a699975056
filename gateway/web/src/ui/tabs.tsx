import { Link, type LinkProps } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.js';

interface TabsProps<Id extends string> {
  /** The subject of the parts. */
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  readonly current: Id;
  readonly linkTo: (id: Id) => LinkProps;
}

/** Parts of a page, one of which is visible; the address names it. */
export function Tabs<Id extends string>({ label, names, current, linkTo }: TabsProps<Id>) {
  const bar = useRef<HTMLElement>(null);
  // On phones not all of them fit.
  useLayoutEffect(() => {
    const tab = bar.current?.children[Object.keys(names).indexOf(current)];
    if (bar.current && tab instanceof HTMLElement)
      bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [names, current]);
  return (
    <nav ref={bar} aria-label={label} className="relative mb-4 flex gap-1 overflow-x-auto border-b border-line">
      {(Object.entries(names) as [Id, string][]).map(([id, name]) => (
        <Link
          key={id}
          {...linkTo(id)}
          replace
          activeOptions={{ exact: true }}
          aria-current={id === current ? 'page' : undefined}
          className={classNames(
            '-mb-px border-b-2 px-3 py-2 whitespace-nowrap pointer-coarse:py-3',
            id === current ? 'border-accent font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
