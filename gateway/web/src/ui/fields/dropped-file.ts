import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Accepts a file dropped on an element, unless a nested one has accepted it. */
export function useDroppedFile(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      onFile(file);
    },
  };
  return { isOver, target };
}

/** Accepts a file pasted anywhere on the page; pasted text goes to its field. */
export function usePastedFile(onFile: (file: File) => void): void {
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      take.current(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
