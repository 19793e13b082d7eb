import { type CronExpression, CronExpressionParser } from 'cron-parser';

/** When something is due: cron pattern of five fields, or six with seconds first, and IANA time zone. */
export interface Timing {
  readonly cron: string;
  readonly timezone: string;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/**
 * The latest due time at or before `nowMs`, Unix milliseconds; null if there never was any. Depends on nothing
 * but its arguments.
 *
 * Around a change of the clocks: what is due every hour goes by the hours that pass. Every other due time comes
 * when the clock on the wall first reaches or passes it: once in the night that has an hour twice, and at the end of
 * the hour that is left out. `cron-parser` is asked about the clock on the wall alone, as if it were UTC: about
 * a zone, its forward and its backward search do not agree (5.10.3 finds 02:30 of the hour left out only from
 * before it, and 02:30 of the hour that comes twice again from within it).
 */
export function dueAtOrBefore(nowMs: number, timing: Timing): number | null {
  const cron = parse(timing.cron);
  const second = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
  const zone = zoneOf(timing.timezone);
  const turn = turnBetween(zone, second - DAY_MS, second);
  const wall = second + zone(second);
  if (!cron.fields.hour.isWildcard) {
    // In an hour that comes again the clock has shown later times before.
    const shown = turn === null ? wall : Math.max(wall, turn.atMs + turn.before - SECOND_MS);
    const last = lastAtOrBefore(cron, shown);
    return last === null ? null : firstShown(zone, last);
  }
  const last = lastAtOrBefore(cron, wall);
  if (turn !== null && (last === null || last - zone(second) < turn.atMs)) {
    const before = lastAtOrBefore(cron, turn.atMs - SECOND_MS + turn.before);
    return before === null ? null : firstShown(zone, before);
  }
  if (last === null) return null;
  return wall - last < DAY_MS ? last - zone(second) : firstShown(zone, last);
}

/** The first due time after `afterMs`, Unix milliseconds; null if there is none in the years to come. */
export function dueAfter(afterMs: number, timing: Timing): number | null {
  const cron = parse(timing.cron);
  const second = Math.floor(afterMs / SECOND_MS) * SECOND_MS;
  const zone = zoneOf(timing.timezone);
  const wall = second + zone(second);
  if (!cron.fields.hour.isWildcard) {
    const turn = turnBetween(zone, second - DAY_MS, second);
    const shown = turn === null ? wall : Math.max(wall, turn.atMs + turn.before - SECOND_MS);
    const next = firstAfter(cron, shown);
    return next === null ? null : firstShown(zone, next);
  }
  const next = firstAfter(cron, wall);
  const turn = turnBetween(zone, second, second + DAY_MS);
  if (turn !== null && (next === null || next - zone(second) >= turn.atMs)) {
    const after = firstAfter(cron, turn.atMs - SECOND_MS + turn.after);
    return after === null ? null : firstShownFrom(zone, after, turn.atMs);
  }
  if (next === null) return null;
  return next - wall < DAY_MS ? next - zone(second) : firstShown(zone, next);
}

/** One sentence about what is wrong with a pattern or a zone; null if it can be kept. */
export function timingProblem({ cron, timezone }: Timing): string | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6) {
    return `The cron pattern "${cron}" has ${fields.length} fields; it must have five (minute, hour, day of month, month, day of week), or six with seconds first.`;
  }
  if (fields.some((field) => /(?:^|,)H/iu.test(field))) {
    return `The cron pattern "${cron}" leaves a time to chance (H); name it.`;
  }
  try {
    zoneOf(timezone);
  } catch {
    return `There is no time zone "${timezone}"; give one by its IANA name, such as Europe/Berlin.`;
  }
  try {
    parse(cron);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    return `The cron pattern "${cron}" cannot be read: ${said}.`;
  }
  if (firstAfter(parse(cron), Date.UTC(2000, 0)) === null) {
    return `The cron pattern "${cron}" names a day that never comes.`;
  }
  return null;
}

function parse(cron: string): CronExpression {
  return CronExpressionParser.parse(cron, { tz: 'UTC' });
}

function lastAtOrBefore(cron: CronExpression, wallMs: number): number | null {
  cron.reset(new Date(wallMs + SECOND_MS));
  try {
    return cron.prev().getTime();
  } catch {
    // It looks so many steps back and then gives up.
    return null;
  }
}

function firstAfter(cron: CronExpression, wallMs: number): number | null {
  cron.reset(new Date(wallMs));
  try {
    return cron.next().getTime();
  } catch {
    return null;
  }
}

/** What the clock on the wall is ahead of UTC at an instant, milliseconds. */
type Zone = (atMs: number) => number;

const zones = new Map<string, Zone>();

/** Fails as `RangeError` for a zone that is not known. */
function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const zone: Zone = (atMs) => {
    const at = Math.floor(atMs / SECOND_MS) * SECOND_MS;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const day = Date.UTC(part('year'), part('month') - 1, part('day'));
    return day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * SECOND_MS - at;
  };
  zones.set(timezone, zone);
  return zone;
}

/** A change of the clocks: from `atMs` on they are ahead of UTC by `after`, milliseconds. */
interface Turn {
  readonly atMs: number;
  readonly before: number;
  readonly after: number;
}

/** The change between two whole seconds, the second included; zones make at most one in two days. */
function turnBetween(zone: Zone, fromMs: number, toMs: number): Turn | null {
  const before = zone(fromMs);
  const after = zone(toMs);
  if (before === after) return null;
  let [low, high] = [fromMs, toMs];
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (zone(middle) === before) low = middle;
    else high = middle;
  }
  return { atMs: high, before, after };
}

/** When the clock on the wall first reaches or passes a time. */
function firstShown(zone: Zone, wallMs: number): number {
  const turn = turnBetween(zone, wallMs - DAY_MS, wallMs + DAY_MS);
  if (turn === null) return wallMs - zone(wallMs);
  const atMs = wallMs - turn.before;
  return atMs < turn.atMs ? atMs : Math.max(turn.atMs, wallMs - turn.after);
}

/** When the clock on the wall shows a time that comes after a change of the clocks. */
function firstShownFrom(zone: Zone, wallMs: number, turnMs: number): number {
  const atMs = wallMs - zone(turnMs);
  return atMs - turnMs < DAY_MS ? atMs : firstShown(zone, wallMs);
}
