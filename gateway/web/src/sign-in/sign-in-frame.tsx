import type { ReactNode } from 'react';

/** A page for whoever is not signed in. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main id="content" className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children}
    </main>
  );
}
