import { type ReactNode, useEffect } from 'react';
import { classNames } from './class-names.js';

interface PageHeadProps {
  readonly title: string;
  /** A line below the title. */
  readonly about?: ReactNode;
  /** Buttons and links on the right. */
  readonly actions?: ReactNode;
  /** Puts the actions below always: if they come and go, they would otherwise move between two lines. */
  readonly stacked?: 'everywhere' | 'on phones';
}

/** The head of a page, which also sets the browser tab's title. */
export function PageHead({ title, about, actions, stacked }: PageHeadProps) {
  useTabTitle(title);
  return (
    <div
      className={classNames(
        'mb-4 flex gap-x-6 gap-y-3',
        stacked === 'everywhere' ? 'flex-col' : 'flex-wrap items-start',
        stacked === 'on phones' && 'max-sm:flex-col',
      )}
    >
      {/* Wraps within its own column: only the page's width decides whether the actions go below. */}
      <div className={classNames('min-w-0', stacked !== 'everywhere' && 'grow sm:basis-72', !stacked && 'basis-40')}>
        <h1 className="text-2xl leading-8 font-semibold [overflow-wrap:anywhere] max-sm:text-xl max-sm:leading-7">
          <bdi>{title}</bdi>
        </h1>
        {about !== undefined && <div className="min-h-5 text-soft [overflow-wrap:anywhere]">{about}</div>}
      </div>
      {actions && <div className="flex max-w-full flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

/** The product's name, from the served page. */
const APP_NAME = document.title;

export function appName(): string {
  return APP_NAME;
}

function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`;
    return () => {
      document.title = APP_NAME;
    };
  }, [title]);
}
