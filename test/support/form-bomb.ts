import { makePdf, type PageRecipe, type StreamRecipe } from './pdf-maker.ts';

/**
 * A page of forms that each draw the next one ten times, a billion drawings out of two kilobytes,
 * and sound pages after it.
 */
export function formBomb(pages: readonly PageRecipe[] = []): Uint8Array {
  const objects: Record<string, StreamRecipe> = {};
  for (let level = 0; level < 9; level += 1) {
    objects[`form${level}`] = {
      entries:
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] ' +
        `/Resources << /XObject << /Fm @{form${level + 1}} >> >>`,
      data: '/Fm Do '.repeat(10),
    };
  }
  objects['form9'] = { entries: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', data: '0 0 m f' };
  return makePdf({
    pages: [{ content: '/Fm Do', resources: '/XObject << /Fm @{form0} >>' }, ...pages],
    objects,
  });
}
