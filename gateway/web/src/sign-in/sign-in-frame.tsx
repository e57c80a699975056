import { type ReactNode, useState } from 'react';
import { Notice } from '../ui/notice.js';

/** A page for visitors who are not signed in. Without cookies a session does not last, and signing in would silently return here. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isPossible] = useState(acceptsCookies);
  return (
    // Centered, its top would move with each message.
    <main id="content" className="mx-auto flex min-h-dvh max-w-sm flex-col gap-6 px-4 pt-[15vh] pb-10">
      <a href="/welcome" className="self-start">
        <img src="/brand/icon.svg" alt="Home" width="36" height="36" />
      </a>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {isPossible ? (
        children
      ) : (
        <Notice tone="bad">
          Signing in needs a cookie, but this browser blocks them. Allow cookies for this site, then reload the page.
        </Notice>
      )}
    </main>
  );
}

/** Browsers report support even when the user has blocked cookies for this site. */
function acceptsCookies(): boolean {
  try {
    document.cookie = 'svc_probe=1; path=/; max-age=60; SameSite=Lax';
    const isKept = document.cookie.includes('svc_probe=1');
    document.cookie = 'svc_probe=; path=/; max-age=0; SameSite=Lax';
    return isKept;
  } catch {
    return false;
  }
}
