/** The list in order, cut into parts of at most `countMax`. */
export function chunksOf<T>(list: readonly T[], countMax: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += countMax) {
    chunks.push(list.slice(start, start + countMax));
  }
  return chunks;
}
