import type { Capability } from '../contracts/capability.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { Bbox } from '../contracts/locator.ts';
import type { PageLabel } from '../contracts/page-label.ts';

/** All a verifier may know of one document version, its pages apart. */
export interface DocumentGrounding {
  readonly fingerprint: Digest;
  /** The reader and everything that can change what it reads, hashed; part of every cache key. */
  readonly reader_profile: Digest;
  readonly reader: string;
  readonly page_count: number;
  readonly capabilities: readonly Capability[];
  /** Why the document as a whole was read only by recovery or in part; empty if sound. Sorted, unique. */
  readonly degraded: readonly string[];
  /** Labels of `/PageLabels` by page index; null where the document has none. */
  readonly dictionary_labels: readonly string[] | null;
}

/** The labels of all pages as every source gives them; made only when a claim needs it. */
export interface LabelMap {
  readonly labels: readonly PageLabel[];
  /**
   * What looks like a printed folio but belongs to no run of page numbers; only for pages without
   * a folio in `labels`. Too weak to refuse a claim with.
   */
  readonly isolated?: readonly PageLabel[];
  /** Page indices that could not be read for the map. */
  readonly unread: readonly number[];
}

/** Half-open UTF-16 offsets into the canonical text of a page. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * One page as a verifier sees it. `text` is the canonical text: reading order, one space where the
 * geometry shows a gap, `\n` at the end of every line but the last; it holds every glyph that is
 * seen or may be seen. Glyphs that are surely unseen stand apart in `unseen`.
 */
export interface PageGrounding {
  readonly page_index: number;
  /** Size of the displayed page in points. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly user_unit: number;
  readonly text: string;
  readonly text_sha256: Digest;
  /**
   * Four numbers for each UTF-16 unit of `text`: x0, y0, x1, y1 in points, rounded to 0.01. A
   * space or line end that no glyph draws has the gap between its neighbours, or a flat box.
   */
  readonly boxes: Float32Array;
  /** In reading order; they cover `text` but for the line ends between them. */
  readonly lines: readonly PageLine[];
  /** Line parts that share a baseline across the whole page, left to right, top to bottom. */
  readonly rows: readonly PageRow[];
  /** In reading order; they cover all lines. */
  readonly elements: readonly PageElement[];
  /** Offsets of single spaces that geometry leaves open: the gap may as well be none. */
  readonly open_spaces: readonly number[];
  /** Offsets between two glyphs, without a space in `text`, where geometry would also allow one. */
  readonly open_joins: readonly number[];
  /** Raised marks such as footnote numbers, in order. */
  readonly superscripts: readonly TextSpan[];
  /** Characters without known meaning (controls, U+FFFD, private use), in order. */
  readonly unmapped: readonly TextSpan[];
  /** Spans that something drawn later or a mask may hide, in order. */
  readonly maybe_unseen: readonly TextSpan[];
  /** Text in the file that no reader of the page can see, by line. */
  readonly unseen: readonly UnseenText[];
  /** Thin drawn lines: table rules, underlines. */
  readonly rules: readonly Bbox[];
  /** Pictures on the page, and which share of its area they cover together, 0 to 1. */
  readonly pictures: readonly Bbox[];
  readonly picture_share: number;
  /** Something else than text, rules and pictures is drawn: it may be letters turned into outlines. */
  readonly has_shapes: boolean;
  readonly capabilities: readonly Capability[];
  /** Why this page was read only by recovery or in part; empty if sound. Sorted, unique. */
  readonly degraded: readonly string[];
}

/** One line of text: a stretch of one baseline inside one column, or one line of vertical writing. */
export interface PageLine extends TextSpan {
  readonly bbox: Bbox;
  /** Distance of the baseline from the page's top (from its left for sideways text), points. */
  readonly baseline: number;
  /** Type size in points: the median of its glyphs. */
  readonly size: number;
  /** Writing direction on the page, degrees clockwise: 0 is upright, 90 reads downwards. */
  readonly direction: 0 | 90 | 180 | 270;
  /** Index into `elements`. */
  readonly element: number;
  /**
   * Parts of the line between gaps far wider than a word space (cells of a table row, a list mark
   * and its text), left to right. At least one.
   */
  readonly cells: readonly TextSpan[];
}

/** All cells that stand on one baseline, whatever column or element they belong to. */
export interface PageRow {
  readonly bbox: Bbox;
  readonly cells: readonly RowCell[];
}

export interface RowCell extends TextSpan {
  readonly bbox: Bbox;
  /** Index into `lines`. */
  readonly line: number;
}

/** Where an element belongs on its page. */
export type ElementRole = 'body' | 'header' | 'footer' | 'field' | 'annotation';

/** A paragraph, heading, list item, block of table rows, field or running head. */
export interface PageElement extends TextSpan {
  /** `p17-e42`: page index and number in reading order from 0; stable for one reader profile. */
  readonly id: string;
  readonly role: ElementRole;
  readonly bbox: Bbox;
}

/** Why a reader of the page cannot see a text. */
export type UnseenCause =
  | 'invisible_mode'
  | 'transparent'
  | 'off_page'
  | 'clipped_away'
  | 'layer_off'
  | 'same_colour'
  | 'covered'
  | 'too_small'
  | 'draws_nothing';

export interface UnseenText {
  readonly text: string;
  readonly bbox: Bbox;
  readonly cause: UnseenCause;
}
