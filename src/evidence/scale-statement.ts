import type { TextSpan } from './grounding.ts';
import { multiplierOf } from './scale-words.ts';
import { CURRENCY_SIGN, CURRENCY_WORD, type Currency, currencyOf } from './unit-words.ts';

/** Words by which a page states the scale of its numbers: "(in millions, except per share data)". */
export interface ScaleStatement extends TextSpan {
  readonly text: string;
  /** Plain decimal: `1000000`. */
  readonly multiplier: string;
  /** The currency that the statement names, or null. */
  readonly currency: Currency | null;
  /** What is counted where the statement says so: "shares in thousands", "thousands of tonnes". */
  readonly subject: 'all' | 'money' | 'shares' | 'other';
  /** What the statement exempts, as printed after "except"; empty if nothing. */
  readonly except: string;
  /** A full sentence or a statement for "all amounts", which holds for the whole page. */
  readonly is_general: boolean;
}

/**
 * Finds the scale statements of a text, in order, without overlap. A scale word beside a number
 * ("$12.4 million") or in running prose ("thousands of homes") states nothing.
 */
export function findScaleStatements(text: string): readonly ScaleStatement[] {
  const found: ScaleStatement[] = [];
  for (const candidate of candidatesOf(text)) {
    const last = found.at(-1);
    if (last !== undefined && candidate.start < last.end) continue;
    const statement = readStatement(text, candidate);
    if (statement !== null) found.push(statement);
  }
  return found;
}

interface Candidate extends TextSpan {
  readonly form: 'bracketed' | 'line' | 'sentence' | 'glued';
}

const SCALE =
  "(?:hundreds?\\s+of\\s+)?(?:thousands?|millions?|billions?|trillions?|lakhs?|crores?|mio\\.?|mrd\\.?|tsd\\.?|Millionen|Milliarden|Tausend|milliers|milliards|miles|millones|migliaia|milioni|miliardi|mn|mln|bn|[$€£]?['’‘]?000(?:['’]?s)?)";
const MONEY = `(?:${CURRENCY_SIGN}|${CURRENCY_WORD})`;
const MONEY_WORD = new RegExp(`(?<![\\p{L}])${MONEY}(?![\\p{L}])`, 'giu');
const IN = '(?:in|en|em)';
const GLUED_SCALE =
  "(?:thousands?|millions?|billions?|mn|mln|mio|bn|tn|mm|m|k|b|['’‘]?000(?:['’]?s)?)";
const AFTER = '(?![\\p{L}\\d]|[.,]\\d)';

const LINE = new RegExp(
  `(?<=^|\\n|\\t)(?:(?:all\\s+)?(?:amounts|dollars|figures|values|expressed|stated|shares|${MONEY})\\s+(?:and\\s+(?:number\\s+of\\s+)?(?:shares|dollars|amounts)\\s+)?)?(?:are\\s+)?${IN}\\s+(?:${MONEY}\\s*)?${SCALE}(?:\\s+(?:of|de|di|d['’])\\s*${MONEY}|\\s+${MONEY})?(?=\\s*(?:$|[\\n\\t]|,|;|\\(|except|unless|\\.\\s))`,
  'giu',
);
const SENTENCE = new RegExp(
  `\\b(?:dollars?|amounts?|figures|numbers|values|data|tables?|statements?|balances|information)\\b[^.;()\\n]{0,60}?\\b${IN}\\s+(?:${MONEY}\\s*)?${SCALE}${AFTER}(?:\\s+(?:of|de|di)\\s+${MONEY})?`,
  'giu',
);
const GLUED = new RegExp(
  `(?<![\\p{L}\\d$€£.,]|\\d\\s)(?:${CURRENCY_SIGN})\\s?${GLUED_SCALE}${AFTER}`,
  'giu',
);
const HAN =
  /(?<!\d\s?)(?:单位|單位|単位)?\s*[:：]?\s*(?:人民币|人民幣)?(?:十億|百万|百萬|千万|億|亿|万|萬|千)(?:円|元|日元|美元)/gu;

function candidatesOf(text: string): readonly Candidate[] {
  const others = [
    ...spansOf(text, LINE, 'line'),
    ...spansOf(text, SENTENCE, 'sentence'),
    ...spansOf(text, GLUED, 'glued'),
    ...spansOf(text, HAN, 'glued'),
  ];
  return [...bracketsOf(text), ...others].sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * Every opening bracket with what it holds: to its own close within 200 characters, longer than
 * any statement seen; else, where the close is lost among the cells of a header, to the line's end.
 */
function bracketsOf(text: string): readonly Candidate[] {
  return [...text.matchAll(/[([]/g)].map(({ index }) => {
    const window = text.slice(index, index + 200);
    const lineEnd = window.search(/\n|$/);
    return { start: index, end: index + (closeOf(window) ?? lineEnd), form: 'bracketed' };
  });
}

function closeOf(window: string): number | null {
  let depth = 0;
  for (let at = 0; at < window.length; at += 1) {
    const character = window.charAt(at);
    if (/[([]/.test(character)) depth += 1;
    else if (/[)\]]/.test(character)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

const OPENING = new RegExp(
  `^\\s*(?:(?:all\\s+)?(?:tabular\\s+)?(?:currency\\s+)?(?:amounts?|dollars?|figures|numbers|values|data|shares|units|stated|expressed|presented|reported|${MONEY})[\\s,]+(?:amounts\\s+|are\\s+|is\\s+|stated\\s+|expressed\\s+|presented\\s+|reported\\s+|shown\\s+|and\\s+shares\\s+)*)?${IN}\\s+(?:(${MONEY})\\s*)?(${SCALE})${AFTER}`,
  'iu',
);
const BARE = new RegExp(
  `^\\s*(?:(${MONEY})\\s*)?(${SCALE})${AFTER}(?=\\s*(?:$|[,;]|of\\b|except|omitted|,?\\s*unless|${MONEY}))`,
  'iu',
);
const GLUED_WHOLE = new RegExp(
  `^\\s*(${CURRENCY_SIGN})\\s?(${GLUED_SCALE})${AFTER}(?=\\s*(?:$|[,;]|except))`,
  'iu',
);
/** A bare abbreviation, or one beside the short name of a currency not in the tables: `Ecu bn`. */
const ABBREVIATED =
  /^\s*(?:\p{Lu}[\p{L}.]{1,5}\s+)?(mn|mln|mio\.?|bn|mm|k|millions?|billions?|thousands?|000s?)(?:\s+\p{L}{2,5}\.?)?\s*$/u;
const ANYWHERE = new RegExp(`\\b${IN}\\s+(?:(${MONEY})\\s*)?(${SCALE})${AFTER}`, 'iu');
const COUNTED = new RegExp(
  `^\\s+(?:of|de|di)\\s+(?:(${MONEY})\\b|(\\p{L}[\\p{L} ]{2,30}))|^\\s*(?:d['’])?\\s*(${MONEY})`,
  'iu',
);

function readStatement(text: string, candidate: Candidate): ScaleStatement | null {
  const printed = text.slice(candidate.start, candidate.end);
  const inner = candidate.form === 'bracketed' ? printed.slice(1).replace(/[)\]]$/, '') : printed;
  const scale = readScale(inner, candidate.form);
  if (scale === null) return null;
  const rest = inner.slice(scale.end);
  const counted = COUNTED.exec(rest);
  const noun = counted?.[2] ?? '';
  const money = scale.money ?? counted?.[1] ?? counted?.[3] ?? moneyIn(inner.slice(0, scale.end));
  const currency = money === null ? null : currencyOf(money);
  const end = candidate.form === 'bracketed' ? candidate.end : endOfExcept(text, candidate.end);
  const whole = text.slice(candidate.start, end);
  return {
    start: candidate.start,
    end,
    text: whole.replace(/\s+/g, ' '),
    multiplier: scale.multiplier,
    currency,
    subject: subjectOf(inner.slice(0, scale.end), noun, currency),
    except: exceptOf(whole),
    is_general:
      candidate.form === 'sentence' || /\b(?:all|tabular)\b/i.test(inner.slice(0, scale.end)),
  };
}

interface ReadScale {
  readonly multiplier: string;
  readonly money: string | null;
  /** Where the scale word ends in the inner text. */
  readonly end: number;
}

function readScale(inner: string, form: Candidate['form']): ReadScale | null {
  const patterns =
    form === 'bracketed'
      ? [OPENING, BARE, GLUED_WHOLE, ABBREVIATED, ANYWHERE]
      : [ANYWHERE, GLUED_WHOLE];
  for (const pattern of patterns) {
    const match = pattern.exec(inner);
    if (match === null) continue;
    // In the middle of a bracket only after a comma or a subject: "(unaudited, in millions)".
    if (pattern === ANYWHERE && form === 'bracketed' && !isClauseStart(inner.slice(0, match.index)))
      continue;
    const words =
      pattern === ABBREVIATED ? [null, match[1] ?? ''] : [match[1] ?? null, match[2] ?? ''];
    const multiplier = multiplierOf((words[1] ?? '').replace(/^hundreds?\s+of\s+/i, ''));
    if (multiplier === null || /^hundred/i.test(words[1] ?? '')) continue;
    return { multiplier, money: words[0] ?? null, end: match.index + match[0].length };
  }
  return readHan(inner);
}

function readHan(inner: string): ReadScale | null {
  const match = /(十億|百万|百萬|千万|億|亿|万|萬|千)(円|元|日元|美元)$/u.exec(inner);
  const multiplier = match === null ? null : multiplierOf(match[1] ?? '');
  if (match === null || multiplier === null) return null;
  const money = { 円: '円', 日元: '円', 美元: 'USD' }[match[2] ?? ''] ?? '元';
  return { multiplier, money, end: inner.length };
}

function isClauseStart(before: string): boolean {
  return /(?:^|[,;–—-]|\b(?:amounts?|dollars?|figures|shares|values|stated|expressed|presented|reported|except))\s*$/i.test(
    before.trimEnd(),
  );
}

/** The first currency in a text; codes count in capitals and as whole words only. */
function moneyIn(text: string): string | null {
  for (const match of text.matchAll(MONEY_WORD)) if (isMoney(match[0])) return match[0];
  return null;
}

function isMoney(word: string): boolean {
  return !/^[a-z]{3}$/i.test(word) || word === word.toUpperCase() || /^yen$/i.test(word);
}

function subjectOf(
  head: string,
  noun: string,
  currency: Currency | null,
): ScaleStatement['subject'] {
  const words = `${head} ${noun}`;
  if (/\bshares?\b/i.test(words))
    return currency !== null || /\bamounts?\b/i.test(words) ? 'all' : 'shares';
  if (currency !== null || /\bdollars?\b/i.test(head)) return 'money';
  if (noun !== '' && currencyOf(noun) === null) return 'other';
  return 'all';
}

function endOfExcept(text: string, end: number): number {
  const except = /^,?\s*(?:except|unless|excluding)[^.;()\n\t]{0,120}/i.exec(
    text.slice(end, end + 140),
  );
  return end + (except?.[0].length ?? 0);
}

function exceptOf(statement: string): string {
  const except =
    /\b(?:except|excluding|other than)\b(?:\s+for)?([^)\]]*)/i.exec(statement)?.[1] ?? '';
  return except.replace(/\s+/g, ' ').trim();
}

function spansOf(text: string, pattern: RegExp, form: Candidate['form']): readonly Candidate[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    form,
  }));
}
