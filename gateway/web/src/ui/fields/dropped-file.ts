import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Takes a file, and any others that came with it. */
export type TakeFile = (file: File, ...others: readonly File[]) => void;

/** Accepts a file dropped on an element, unless a nested one has accepted it. */
export function useDroppedFile(onFile: TakeFile) {
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
      const [file, ...others] = event.dataTransfer.files;
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      onFile(file, ...others);
    },
  };
  return { isOver, target };
}

/** Accepts a file pasted anywhere on the page; pasted text goes to its field. */
export function usePastedFile(onFile: TakeFile): void {
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const [file, ...others] = event.clipboardData?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      take.current(file, ...others);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
