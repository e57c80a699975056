/** Words of the numbers from 0 to 999 in six languages, in the form of `plainWords`, and how they combine. */

export const NUMBER_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it'] as const;

export type NumberLanguage = (typeof NUMBER_LANGUAGES)[number];

/** A tree of number words, word after word. */
export interface NumberNode {
  readonly next: Map<string, NumberNode>;
  value: number | undefined;
}

/** Alternatives are separated by `|`. */
type Words = readonly string[];

const list = (text: string): Words => text.split(' ');

const EN = {
  below20: list('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  tens: list('- - twenty thirty forty|fourty fifty sixty seventy eighty ninety'),
}; // prettier-ignore
const DE = {
  below20: list('null eins|ein|eine zwei|zwo drei vier funf|fuenf sechs sieben acht neun zehn elf zwolf|zwoelf dreizehn vierzehn funfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn'),
  tens: list('- - zwanzig dreißig|dreissig vierzig funfzig|fuenfzig sechzig siebzig achtzig neunzig'),
}; // prettier-ignore
const ES = {
  below30: list('cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno|veintiun|veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
  tens: list('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  hundreds: list('- ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas'),
}; // prettier-ignore
const FR = {
  below17: list('zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
  tens: list('- dix vingt trente quarante cinquante soixante'),
};
const PT = {
  below20: list('zero um|uma dois|duas tres quatro cinco seis|meia sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove'),
  tens: list('- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  hundreds: list('- cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas'),
}; // prettier-ignore
const IT = {
  below20: list('zero uno|un|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'),
  tens: list('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
}; // prettier-ignore

/** The spoken forms of a number below 1000, each with spaces between its words. */
const WAYS: Readonly<Record<NumberLanguage, (value: number) => readonly string[]>> = {
  en: (value) => withHundreds(value, english, ['hundred', 'a hundred'], (count) => english(count).map((word) => `${word} hundred`), [' ', ' and ']),
  de: (value) => withHundreds(value, german, ['hundert', 'einhundert'], (count) => german(count).map((word) => `${word}hundert`), ['', ' ', 'und']),
  es: (value) => (value === 100 ? ['cien', 'ciento'] : withNamedHundreds(value, ES.hundreds, spanish, [' '])),
  fr: (value) => withHundreds(value, french, ['cent'], (count) => french(count).flatMap((word) => [`${word} cent`, `${word} cents`]), [' ']),
  pt: (value) => (value === 100 ? ['cem', 'cento'] : withNamedHundreds(value, PT.hundreds, portuguese, [' e '])),
  it: (value) => withHundreds(value, italian, ['cento'], (count) => italian(count).map((word) => `${word}cento`), ['', ' ']),
}; // prettier-ignore

const roots = new Map<NumberLanguage, NumberNode>();

/** The root of a language's number words. */
export function numbersOf(language: NumberLanguage): NumberNode {
  const known = roots.get(language);
  if (known) return known;
  const root = newNode();
  for (let value = 0; value < 1_000; value += 1) {
    for (const way of WAYS[language](value)) add(root, way.split(' '), value);
  }
  roots.set(language, root);
  return root;
}

function newNode(): NumberNode {
  return { next: new Map(), value: undefined };
}

function add(root: NumberNode, words: readonly string[], value: number): void {
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? newNode();
    node.next.set(word, next);
    node = next;
  }
  node.value ??= value;
}

function ways(words: Words, index: number): readonly string[] {
  return (words[index] ?? '').split('|');
}

/** All combinations of prefixes and suffixes. */
function joined(first: readonly string[], between: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((one) => between.flatMap((gap) => second.map((other) => one + gap + other)));
}

function withHundreds(
  value: number,
  below100: (value: number) => readonly string[],
  oneHundred: readonly string[],
  hundreds: (count: number) => readonly string[],
  gaps: readonly string[],
): readonly string[] {
  if (value < 100) return below100(value);
  const count = Math.floor(value / 100);
  const start = count === 1 ? [...oneHundred, ...hundreds(1)] : hundreds(count);
  return value % 100 === 0 ? start : joined(start, gaps, below100(value % 100));
}

function withNamedHundreds(
  value: number,
  names: Words,
  below100: (value: number) => readonly string[],
  gaps: readonly string[],
): readonly string[] {
  if (value < 100) return below100(value);
  const start = ways(names, Math.floor(value / 100));
  return value % 100 === 0 ? start : joined(start, gaps, below100(value % 100));
}

function english(value: number): readonly string[] {
  if (value < 20) return ways(EN.below20, value);
  const tens = ways(EN.tens, Math.floor(value / 10));
  return value % 10 === 0 ? tens : joined(tens, [' '], ways(EN.below20, value % 10));
}

function german(value: number): readonly string[] {
  if (value < 20) return ways(DE.below20, value);
  const tens = ways(DE.tens, Math.floor(value / 10));
  return value % 10 === 0 ? tens : joined(ways(DE.below20, value % 10), ['und', ' und '], tens);
}

function spanish(value: number): readonly string[] {
  if (value < 30) return ways(ES.below30, value);
  const tens = ways(ES.tens, Math.floor(value / 10));
  return value % 10 === 0 ? tens : joined(tens, [' y '], ways(ES.below30, value % 10));
}

function french(value: number): readonly string[] {
  if (value < 17) return ways(FR.below17, value);
  if (value >= 80)
    return value === 80 ? ['quatre vingt', 'quatre vingts'] : joined(['quatre vingt'], [' '], french(value - 80));
  const [ten, rest] = value >= 60 ? [6, value - 60] : [Math.floor(value / 10), value % 10];
  const tens = ways(FR.tens, ten);
  if (rest === 0) return tens;
  return joined(tens, rest === 1 || rest === 11 ? [' et ', ' '] : [' '], french(rest));
}

function portuguese(value: number): readonly string[] {
  if (value < 20) return ways(PT.below20, value);
  const tens = ways(PT.tens, Math.floor(value / 10));
  return value % 10 === 0 ? tens : joined(tens, [' e '], ways(PT.below20, value % 10));
}

function italian(value: number): readonly string[] {
  if (value < 20) return ways(IT.below20, value);
  const tens = ways(IT.tens, Math.floor(value / 10));
  const unit = value % 10;
  if (unit === 0) return tens;
  // The tens drop their last vowel before uno and otto.
  const start = unit === 1 || unit === 8 ? tens.map((word) => word.slice(0, -1)) : tens;
  return joined(start, [''], ways(IT.below20, unit));
}
