import { drawing, element } from './dom.mjs';
import { STATUS_WORDS } from './words.mjs';

/** @import { Status } from '../../../contracts/reason.ts' */

/**
 * The sign of a status: a shape of its own, so that its colour is never needed to tell it.
 * @param {Status} status
 */
export function statusIcon(status) {
  const { path, tone } = STATUS_WORDS[status];
  return drawing(
    'svg',
    { class: `icon tone-${tone} status-${status}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    drawing('path', { d: path }),
  );
}

/**
 * Sign and name of a status.
 * @param {Status} status
 */
export function statusBadge(status) {
  const { name, tone } = STATUS_WORDS[status];
  return element('span', { class: `badge tone-${tone}` }, statusIcon(status), name);
}
