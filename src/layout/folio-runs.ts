/** Where in a header or footer something stands; points of the page turned upright. */
export interface BandMark {
  readonly edge: 'top' | 'bottom';
  /** Rows further out towards that edge. */
  readonly rank: number;
  /** Distance of its row from that edge. */
  readonly depth: number;
  /** Distances from the left and the right edge of the page. */
  readonly left: number;
  readonly right: number;
}

/** Something that may number its page. */
export interface Numbering extends BandMark {
  readonly page_index: number;
  /** One, or the two of a spread. */
  readonly labels: readonly string[];
  /** What all members of a run share beside their counting: style, prefix, width. */
  readonly series: string;
  readonly value: number;
  readonly form: 'alone' | 'named' | 'beside';
  readonly decoration: string;
  /** Whether its row prints nothing else. */
  readonly is_row: boolean;
}

/** A page and the label a run gives it. */
export interface RunLabel {
  readonly page_index: number;
  readonly label: string;
}

/** Fewer consecutive numbers at a like place happen by chance. */
const MEMBERS_MIN = 3;
/** Pages that a run may pass over: plates, title pages, a landscape table without folio. */
const GAP_MAX = 8;
/** Least share of the pages from a run's first to its last that carry it; two-sided print has half. */
const DENSITY_MIN = 0.4;
const SHORT_DENSITY_MIN = 0.6;
const SHORT_RUN = 5;
/** Points by which the places of two folios may differ sideways; centred digits differ by none. */
const SIDE_TOLERANCE = 8;
const MIRROR_TOLERANCE = 12;
/** Points by which their heights may differ where the row alone would not do. */
const DEPTH_TOLERANCE = 4;

/** A run this long, at most a tenth of it missing, may number pages beside another run. */
const STRONG_RUN = 8;
const STRONG_DENSITY = 0.9;
/** Least share of a shorter run that must not contradict a longer one. */
const AGREEMENT_MIN = 2 / 3;
/** Years count up too: as folios they need a longer run, as journals have it. */
const YEAR_MEMBERS_MIN = 5;
/** How far beyond its ends, in pages, a run lends its count to a folio at another place. */
const REACH = 3;

/**
 * Finds the runs in which the value grows by one from page to page, at a like place and with a like
 * decoration. Where runs claim one page, the longest wins; another numbering of the same pages
 * counts beside it only if it is long and without holes itself.
 */
export function findRuns(numberings: readonly Numbering[]): readonly RunLabel[] {
  const runs = [...bySeries(numberings).values()]
    .flatMap((series) =>
      chainsOf(series)
        .filter(isRun)
        .map((run) => extended(run, series)),
    )
    .sort(
      (a, b) =>
        pagesOf(b).size - pagesOf(a).size ||
        oddityOf(a) - oddityOf(b) ||
        firstPage(a) - firstPage(b),
    );
  const labels = new Map<number, Set<string>>();
  for (const run of runs) {
    const agreeing = run.filter(({ page_index, labels: own }) => {
      const known = labels.get(page_index);
      return known === undefined || own.every((label) => known.has(label));
    });
    const kept = agreeing.length === run.length || isStrong(run) ? run : agreeing;
    if (!isRun(kept) || kept.length < run.length * AGREEMENT_MIN) continue;
    for (const { page_index, labels: own } of kept) {
      const known = labels.get(page_index) ?? new Set();
      for (const label of own) known.add(label);
      labels.set(page_index, known);
    }
  }
  return [...labels].flatMap(([page_index, found]) =>
    [...found].map((label) => ({ page_index, label })),
  );
}

/** Numberings of one series whose value and page grow alike, in page order. */
function bySeries(numberings: readonly Numbering[]): ReadonlyMap<string, readonly Numbering[]> {
  const groups = new Map<string, Numbering[]>();
  for (const numbering of numberings) {
    const key = `${numbering.value - numbering.page_index} ${numbering.series}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [numbering]);
    else group.push(numbering);
  }
  for (const group of groups.values()) group.sort((a, b) => a.page_index - b.page_index);
  return groups;
}

/** Splits a series where neither place nor decoration joins its members. */
function chainsOf(series: readonly Numbering[]): readonly (readonly Numbering[])[] {
  const chainOf = new Map<Numbering, Numbering[]>();
  for (const [at, member] of series.entries()) {
    let chain: Numbering[] = [];
    for (let back = at - 1; back >= 0; back -= 1) {
      const earlier = series[back];
      if (earlier === undefined || member.page_index - earlier.page_index > GAP_MAX) break;
      const other = chainOf.get(earlier);
      if (other === undefined || other === chain || !areAlike(earlier, member)) continue;
      if (chain.length === 0) chain = other;
      else {
        for (const moved of chain) chainOf.set(moved, other);
        other.push(...chain);
        chain = other;
      }
    }
    chain.push(member);
    chainOf.set(member, chain);
  }
  return [...new Set(chainOf.values())];
}

/** Whether two members of a series stand alike enough to belong to one run. */
function areAlike(a: Numbering, b: Numbering): boolean {
  if (a.edge !== b.edge) return false;
  const isLevel = Math.abs(a.depth - b.depth) <= DEPTH_TOLERANCE;
  const sayAlike = a.decoration === b.decoration && a.form === b.form && a.form !== 'alone';
  if (sayAlike && (isLevel || a.rank === b.rank)) return true;
  if (!standAlikeSideways(a, b)) return false;
  if (a.form === 'beside' || b.form === 'beside') {
    return isLevel && b.page_index - a.page_index <= 2;
  }
  return isLevel || (a.rank === 0 && b.rank === 0);
}

/** At the same distance from an edge or the middle, or mirrored as in two-sided print. */
function standAlikeSideways(a: BandMark, b: BandMark): boolean {
  const middles = Math.abs(a.left - a.right - (b.left - b.right)) / 2;
  const nearest = Math.min(Math.abs(a.left - b.left), Math.abs(a.right - b.right), middles);
  const mirrored = Math.min(Math.abs(a.left - b.right), Math.abs(a.right - b.left));
  return nearest <= SIDE_TOLERANCE || mirrored <= MIRROR_TOLERANCE;
}

function isRun(run: readonly Numbering[]): boolean {
  const pages = pagesOf(run);
  if (pages.size < (run.some(isYear) ? YEAR_MEMBERS_MIN : MEMBERS_MIN)) return false;
  const isAmongWords = run.every(({ form }) => form === 'beside');
  const hasManyWords = new Set(run.map(({ decoration }) => decoration)).size > pages.size / 2;
  if (isAmongWords && hasManyWords && pages.size < SHORT_RUN) return false;
  return densityOf(run) >= (pages.size < SHORT_RUN ? SHORT_DENSITY_MIN : DENSITY_MIN);
}

function isYear({ series, value }: Numbering): boolean {
  return series === 'arabic ' && value >= 1900 && value < 2100;
}

function isStrong(run: readonly Numbering[]): boolean {
  return pagesOf(run).size >= STRONG_RUN && densityOf(run) >= STRONG_DENSITY;
}

/** Adds folios that count on but stand elsewhere, as on pages that open a chapter. */
function extended(run: readonly Numbering[], series: readonly Numbering[]): readonly Numbering[] {
  const pages = pagesOf(run);
  if (pages.size < SHORT_RUN) return run;
  const first = Math.min(...pages) - REACH;
  const last = Math.max(...pages) + REACH;
  const further = series.filter(
    ({ page_index, form, rank, is_row }) =>
      page_index >= first &&
      page_index <= last &&
      !pages.has(page_index) &&
      form !== 'beside' &&
      is_row &&
      rank <= 1,
  );
  return [...run, ...further];
}

function pagesOf(run: readonly Numbering[]): ReadonlySet<number> {
  return new Set(run.map(({ page_index }) => page_index));
}

function densityOf(run: readonly Numbering[]): number {
  const pages = pagesOf(run);
  return pages.size / (Math.max(...pages) - Math.min(...pages) + 1);
}

/** Of two runs that fit as many pages, the less odd one is the numbering of the pages. */
function oddityOf([first]: readonly Numbering[]): number {
  const series = first?.series ?? '';
  if (series.startsWith('letter')) return 2;
  return series.startsWith('arabic') ? 0 : 1;
}

function firstPage(run: readonly Numbering[]): number {
  return Math.min(...pagesOf(run));
}

/**
 * Pairs the folios of spreads, where one page of the file shows two of print: `4` at its left and
 * `5` mirrored at its right. Such numbers grow by two, so a pair counts by what exceeds that.
 */
export function pairSpreads(numberings: readonly Numbering[]): readonly Numbering[] {
  const pairs: Numbering[] = [];
  for (const left of numberings) {
    for (const right of numberings) {
      if (right.value !== left.value + 1 || right.series !== left.series) continue;
      if (right.edge !== left.edge || right.form !== left.form || left.left >= right.left) continue;
      if (Math.abs(left.left - right.right) > MIRROR_TOLERANCE) continue;
      if (Math.abs(left.depth - right.depth) > DEPTH_TOLERANCE) continue;
      const labels = [...left.labels, ...right.labels];
      const series = `${left.series} spread`;
      pairs.push({ ...left, labels, series, value: left.value - left.page_index });
    }
  }
  return pairs;
}

/** How far from the end of its page, in points, a folio outside every run may stand. */
const ISOLATED_DEPTH = 80;

/** What `isolatedFolios` looks at. */
export type Isolated = BandMark &
  Pick<Numbering, 'form' | 'decoration' | 'is_row'> & { readonly label: string };

/**
 * What may be the folio of a page that belongs to no run: named as a page (`Page 5 of 9`), or a
 * bare number that is all of the outermost row. Several different ones say nothing.
 */
export function isolatedFolios(found: readonly Isolated[]): readonly string[] {
  const likely = found.filter(
    ({ form, decoration, rank, depth, label, is_row }) =>
      decoration === '' &&
      (form === 'named' || (form === 'alone' && is_row && rank === 0 && depth <= ISOLATED_DEPTH)) &&
      !/^(?:19|20)\d\d$/.test(label),
  );
  const labels = new Set(likely.map(({ label }) => label));
  return labels.size === 1 ? [...labels] : [];
}
