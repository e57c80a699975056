/** The text with the digits of any script as those of ASCII. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** Digits of a script are blocks of ten, each beginning with its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
