/** A container of the JSON text that is open at the point of reading. Lists have no names. */
type Open = Set<string> | null;

/**
 * Finds a member name that one object of a JSON text bears twice. Readers disagree on which of the two counts (RFC
 * 8259, section 4), so such a text may say one thing here and another elsewhere.
 * @param text valid JSON.
 * @returns the first repeated name, or null.
 */
export function findRepeatedMember(text: string): string | null {
  const open: Open[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    if (character !== '"') {
      index += 1;
      continue;
    }
    const end = stringEnd(text, index);
    const names = open.at(-1) ?? null;
    if (names !== null && isName(text, end)) {
      const name = nameOf(text.slice(index, end));
      if (names.has(name)) return name;
      names.add(name);
    }
    index = end;
  }
  return null;
}

/** Index just after the quote that ends the string which begins at `start`. */
function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    // An even number of backslashes escape one another, an odd one escapes the quote.
    if ((end - 1 - before) % 2 === 0) return end + 1;
  }
}

function isName(text: string, end: number): boolean {
  let next = end;
  while (' \t\n\r'.includes(text[next] ?? 'end')) next += 1;
  return text[next] === ':';
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
