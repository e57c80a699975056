import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { showPanel, useIsPanelOpen } from './panel-state.js';

const CopilotPanel = lazy(async () => ({ default: (await import('../copilot/copilot-panel.js')).CopilotPanel }));

/** The copilot beside the page, opened by Ctrl J. On a page with its own chat, the key goes to its field instead. */
export function PanelKey() {
  const isOpen = useIsPanelOpen();
  const isChat = useLocation({ select: ({ pathname }) => /^\/copilot(?!\/settings)/.test(pathname) });
  useEffect(() => {
    if (!isOpen || !isChat) return;
    showPanel(false);
    document.querySelector<HTMLElement>('main textarea')?.focus();
  }, [isOpen, isChat]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'j' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // An overlay of the page takes the keys itself.
      const isCovered = event.target instanceof Element && event.target.closest('[role$=dialog]') !== null;
      if (!isCovered) showPanel(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen || isChat) return null;
  return (
    <Suspense>
      <CopilotPanel />
    </Suspense>
  );
}

interface PanelButtonProps {
  readonly className: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** Opens the copilot beside the page. */
export function PanelButton({ className, onOpen, children }: PanelButtonProps) {
  const open = (): void => {
    onOpen?.();
    showPanel(true);
  };
  return (
    <button type="button" onClick={open} className={className}>
      {children}
    </button>
  );
}
