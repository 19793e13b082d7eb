import { element, findDialog } from './dom.mjs';

/** @import { PageCrop, PageDetail, PageFacts, PageRow } from '../page-data.ts' */

/** @type {Readonly<Record<PageCrop['role'], string>>} */
const ROLE_WORDS = {
  evidence: 'The evidence on the cited page',
  page: 'The cited page',
  proposal: 'The evidence on the proposed page',
};

/** Pages are drawn at this many pixels for one of the screen, so that they stay sharp when zoomed. */
const PIXELS_PER_CSS_PIXEL = 1.5;

/**
 * Pictures of a claim, each with what it shows.
 * @param {readonly PageCrop[]} crops
 * @param {string} alternative what the picture holds, in words
 */
export function picturesView(crops, alternative) {
  return crops.map((crop) => pictureView(crop, alternative));
}

/**
 * @param {PageCrop} crop
 * @param {string} alternative
 */
function pictureView(crop, alternative) {
  const alt = `${ROLE_WORDS[crop.role]}, ${crop.place}. ${alternative}`;
  const picture = element('img', {
    src: crop.file,
    alt,
    loading: 'lazy',
    decoding: 'async',
    width: Math.round(crop.width / PIXELS_PER_CSS_PIXEL),
    height: Math.round(crop.height / PIXELS_PER_CSS_PIXEL),
  });
  const zoom = element(
    'button',
    {
      type: 'button',
      class: 'zoom',
      'aria-label': `Show at full size: ${alt}`,
      onclick: () => showWhole(crop, alt),
    },
    picture,
  );
  picture.addEventListener('error', () => zoom.replaceWith(missingPicture(crop)), { once: true });
  return element(
    'figure',
    { class: `picture picture-${crop.role}` },
    zoom,
    element('figcaption', {}, `${ROLE_WORDS[crop.role]}, ${crop.place}`),
  );
}

/** @param {PageCrop} crop */
function missingPicture(crop) {
  return element(
    'p',
    { class: 'no-picture' },
    'The picture could not be loaded: ',
    element('code', {}, crop.file),
    ' does not lie beside this report.',
  );
}

/**
 * @param {PageCrop} crop
 * @param {string} alt
 */
function showWhole(crop, alt) {
  const dialog = findDialog('picture');
  dialog.replaceChildren(
    element(
      'button',
      { type: 'button', class: 'dialog-close', onclick: () => dialog.close() },
      'Close',
    ),
    element(
      'div',
      { class: 'whole-picture', tabindex: 0, role: 'group', 'aria-label': 'Picture, scrolls' },
      element('img', { src: crop.file, alt, width: crop.width, height: crop.height }),
    ),
  );
  dialog.showModal();
}

/** Statuses whose document was never opened. */
const UNOPENED = new Set(['denied', 'source_error', 'stale', 'invalid']);

/**
 * Why a claim has no picture, as far as the page can tell.
 * @param {PageFacts} facts
 * @param {PageRow} row
 * @param {number} proposedCount pictures that show the proposal
 * @returns {string}
 */
export function noPictureReason(facts, row, proposedCount) {
  if (facts.is_redacted)
    return 'No picture: this report was made without document text and pictures.';
  if (UNOPENED.has(row.status)) {
    const sentence = facts.reasons[row.reason ?? '']?.sentence ?? '';
    return `No picture, because the cited version of the document was not read. ${sentence}`;
  }
  if (row.reason === 'page_out_of_range')
    return 'No picture, because the document has no such page.';
  if (facts.crops.all === 0) return 'No picture, because this run kept none (see --crops).';
  if (row.status === 'verified' && facts.crops.verified === 0) {
    return 'No picture, because this run kept none of verified claims (--crops all keeps them).';
  }
  if (proposedCount > 0) return 'No picture of the cited page: the proposed one is shown below.';
  return 'No picture, because none could be drawn of the cited place.';
}

/**
 * The pictures of a claim by what they show.
 * @param {PageDetail} detail
 */
export function splitCrops({ crops }) {
  /** @param {PageCrop['role']} role */
  const ofRole = (role) => crops.filter((crop) => crop.role === role);
  return { evidence: ofRole('evidence'), page: ofRole('page'), proposal: ofRole('proposal') };
}
