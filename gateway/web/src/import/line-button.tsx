/** A link to a line of the text. */
export function LineButton({ line, onShow }: { readonly line: number; readonly onShow: (line: number) => void }) {
  return (
    <button
      type="button"
      onClick={() => onShow(line)}
      className="shrink-0 font-medium whitespace-nowrap text-accent underline underline-offset-2 hover:text-accent-strong pointer-coarse:min-h-11"
    >
      Line {line}
    </button>
  );
}
