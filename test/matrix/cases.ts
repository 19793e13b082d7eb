import type { MatrixCase, MatrixRow } from './case.ts';
import { annotationsAndFields } from './rows/annotations.ts';
import { wordBoundaries } from './rows/boundaries.ts';
import { missingCapability } from './rows/capability.ts';
import { columnOrder } from './rows/columns.ts';
import { drawingHabits } from './rows/drawing-habits.ts';
import { ellipsisQuotes } from './rows/ellipsis.ts';
import { printedFolios } from './rows/folios.ts';
import { hiddenText } from './rows/hidden-text.ts';
import { lineEndHyphens } from './rows/hyphens.ts';
import { invalidClaims } from './rows/invalid-claims.ts';
import { labelSourcesDisagree, pageLabelRestarts } from './rows/labels.ts';
import { noValues } from './rows/no-values.ts';
import { normalizationSteps } from './rows/normalization.ts';
import { numberFormats } from './rows/number-formats.ts';
import { pageBreakQuotes } from './rows/page-breaks.ts';
import { quoteLengths } from './rows/quote-lengths.ts';
import { regionGeometry } from './rows/regions.ts';
import { repeatedQuotations } from './rows/repeated-quotations.ts';
import { rotatedPages } from './rows/rotated-pages.ts';
import { troubledSources } from './rows/sources.ts';
import { statementLayouts } from './rows/statement-layouts.ts';
import { traps } from './rows/traps.ts';
import { hiddenTwins } from './rows/twins.ts';
import { unitScaleChanges, valuesInRows } from './rows/values.ts';
import { staleVersion } from './rows/versions.ts';
import { nearMissWording, perturbations } from './rows/wording.ts';
import { oneBasedIndex, wrongPage } from './rows/wrong-page.ts';

/** The test matrix: every way to cite wrongly that is known to us, and right citations beside. */
export const MATRIX: readonly MatrixRow[] = [
  repeatedQuotations,
  pageLabelRestarts,
  labelSourcesDisagree,
  printedFolios,
  rotatedPages,
  staleVersion,
  wrongPage,
  oneBasedIndex,
  nearMissWording,
  perturbations,
  missingCapability,
  normalizationSteps,
  lineEndHyphens,
  ellipsisQuotes,
  wordBoundaries,
  columnOrder,
  drawingHabits,
  pageBreakQuotes,
  quoteLengths,
  hiddenText,
  hiddenTwins,
  annotationsAndFields,
  traps,
  valuesInRows,
  unitScaleChanges,
  statementLayouts,
  numberFormats,
  noValues,
  regionGeometry,
  troubledSources,
  invalidClaims,
];

export interface PlacedCase extends MatrixCase {
  readonly row: string;
  /** Unique in the matrix; the request id of its envelope. */
  readonly id: string;
}

/** All cases with their ids, in order. */
export function placedCases(): readonly PlacedCase[] {
  return MATRIX.flatMap((row) =>
    row.cases().map((matrixCase, index) => ({
      ...matrixCase,
      row: row.name,
      id: `${slugOf(row.name)}-${String(index + 1).padStart(2, '0')}`,
    })),
  );
}

function slugOf(name: string): string {
  return name.replace(/[^a-z]+/g, '-');
}
