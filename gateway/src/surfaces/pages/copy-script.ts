/** Adds a copy button to each block of code; without scripts, the text can be selected. */
export const COPY_SCRIPT = `
for (const block of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'copied';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  block.replaceWith(frame);
  frame.append(block, button);
  button.addEventListener('click', async () => {
    getSelection().selectAllChildren(block);
    const isCopied = navigator.clipboard
      ? await navigator.clipboard.writeText(block.textContent.trimEnd()).then(() => true, () => false)
      : document.execCommand('copy');
    button.textContent = isCopied ? 'Copied' : "Couldn't copy";
    setTimeout(() => (button.textContent = 'Copy'), 3_000);
  });
}
`;
