import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { nearestNames } from '../src/contracts/nearest-name.ts';
import { type ArtifactsPlace, readArtifactsUrl } from './artifacts.ts';
import { LIMIT_NAMES, LIMIT_ROWS, type LimitName, type Limits } from './limits.ts';

/** Levels of log lines, least to most; `silent` writes none. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** All that the environment sets; parsed once and handed on as arguments. */
export interface Settings {
  /** Folder of store, caches and runs (`PAGEWITNESS_HOME`). */
  readonly home: string;
  /** Threads that read and check (`PAGEWITNESS_THREADS`). */
  readonly threads: number;
  /** `PAGEWITNESS_LOG_LEVEL`. */
  readonly log_level: LogLevel;
  /** Folders beside the sources in which locations of manifests may lie (`PAGEWITNESS_SOURCE_ROOTS`). */
  readonly source_roots: readonly string[];
  /** False where `NO_COLOR` is set and not empty (no-color.org). */
  readonly is_color_allowed: boolean;
  readonly limits: Limits;
  /** Where a worker tells its health (`PAGEWITNESS_HEALTH`); null for nowhere. */
  readonly health: { readonly host: string; readonly port: number } | null;
  /** PostgreSQL as the store (`DATABASE_URL`); null for the SQLite files of the home folder. */
  readonly database_url: string | null;
  /** Redis that workers get their work from (`REDIS_URL`). */
  readonly redis_url: string | null;
  /** Where pictures are kept (`ARTIFACTS_URL`); null for a folder of the home folder. */
  readonly artifacts: ArtifactsPlace | null;
}

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** More threads than this starve one another of memory long before they run out of work. */
const THREADS_MAX = 64;

/** Each thread holds a document and its fonts, up to 400 MB (measured); eight fit a common machine. */
const THREADS_STANDARD_MAX = 8;

const PREFIX = 'PAGEWITNESS_';
const NAMES = [
  'HOME',
  'THREADS',
  'LOG_LEVEL',
  'SOURCE_ROOTS',
  'HEALTH',
  ...LIMIT_NAMES.map((name) => name.toUpperCase()),
];

/**
 * Reads the settings from environment variables. An empty variable counts as not set; a name near to
 * one of ours is a problem, as it would be passed over in silence. Never throws.
 * @returns frozen settings, or every problem as a sentence.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): SettingsReading {
  const problems = misspelt(environment);
  const given = (name: string): string | null => environment[`${PREFIX}${name}`]?.trim() || null;
  const integer = (name: string, standard: number, least: number, most: number): number => {
    const text = given(name);
    if (text === null) return standard;
    const value = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    problems.push(
      `${PREFIX}${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
    );
    return standard;
  };
  const limit = (name: LimitName): number => {
    const { standard, least, most } = LIMIT_ROWS[name];
    return integer(name.toUpperCase(), standard, least, most);
  };
  const threadsStandard = Math.min(availableParallelism(), THREADS_STANDARD_MAX);
  const settings: Settings = {
    home: given('HOME') ?? './.pagewitness',
    threads: integer('THREADS', threadsStandard, 1, THREADS_MAX),
    log_level: logLevel(given('LOG_LEVEL'), problems),
    source_roots: Object.freeze(
      (given('SOURCE_ROOTS') ?? '').split(delimiter).filter((root) => root !== ''),
    ),
    is_color_allowed: (environment['NO_COLOR'] ?? '') === '',
    limits: limitsOf(limit),
    health: healthAddress(given('HEALTH'), problems),
    database_url: serverUrl(environment, 'DATABASE_URL', ['postgres:', 'postgresql:'], problems),
    redis_url: serverUrl(environment, 'REDIS_URL', ['redis:', 'rediss:'], problems),
    artifacts: artifactsPlace(environment, problems),
  };
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, settings: Object.freeze(settings) };
}

function limitsOf(limit: (name: LimitName) => number): Limits {
  return Object.freeze({
    bytes_max: limit('bytes_max'),
    pages_max: limit('pages_max'),
    glyphs_per_page_max: limit('glyphs_per_page_max'),
    operators_per_page_max: limit('operators_per_page_max'),
    image_pixels_max: limit('image_pixels_max'),
    stall_ms: limit('stall_ms'),
    heap_megabytes: limit('heap_megabytes'),
    rss_megabytes: limit('rss_megabytes'),
    render_megabytes: limit('render_megabytes'),
    line_bytes_max: limit('line_bytes_max'),
    json_bytes_max: limit('json_bytes_max'),
    lock_wait_ms: limit('lock_wait_ms'),
    lease_ms: limit('lease_ms'),
    queue_window: limit('queue_window'),
  });
}

/** `127.0.0.1:9464`, `[::1]:9464`; port 0 for any that is free. */
function healthAddress(text: string | null, problems: string[]): Settings['health'] {
  if (text === null) return null;
  const found = /^(?:\[([0-9a-f:]+)\]|([\w.-]+)):(\d{1,5})$/iu.exec(text);
  const port = Number(found?.[3] ?? -1);
  if (found !== null && port <= 65_535) return { host: found[1] ?? found[2] ?? '', port };
  problems.push(`${PREFIX}HEALTH must be an address and a port, such as 127.0.0.1:9464.`);
  return null;
}

/**
 * The URL of a server by the name that most programs give it; with `_FILE` behind it, the name of a file
 * that holds it, as secrets are handed to containers. What is wrong is said without the URL, which may
 * hold a password.
 */
function serverUrl(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  protocols: readonly string[],
  problems: string[],
): string | null {
  const file = environment[`${name}_FILE`]?.trim() ?? '';
  const text = file === '' ? (environment[name]?.trim() ?? '') : secretIn(file, name, problems);
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && protocols.includes(url.protocol)) return text;
  problems.push(
    `${name} must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}.`,
  );
  return null;
}

function artifactsPlace(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ArtifactsPlace | null {
  const url = serverUrl(environment, 'ARTIFACTS_URL', ['file:', 's3:'], problems);
  if (url === null) return null;
  const place = readArtifactsUrl(new URL(url), withSecrets(environment, KEY_NAMES, problems));
  if (typeof place !== 'string') return place;
  problems.push(place);
  return null;
}

/** The variables of AWS that `config/artifacts.ts` reads secrets from. */
const KEY_NAMES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;

/** The environment with what files hold under the names that have one. */
function withSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  problems: string[],
): Readonly<Record<string, string | undefined>> {
  const secrets: Record<string, string> = {};
  for (const name of names) {
    const file = environment[`${name}_FILE`]?.trim() ?? '';
    if (file !== '') secrets[name] = secretIn(file, name, problems);
  }
  return { ...environment, ...secrets };
}

function secretIn(file: string, name: string, problems: string[]): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read.`);
    return '';
  }
}

function logLevel(text: string | null, problems: string[]): LogLevel {
  const level = LOG_LEVELS.find((each) => each === (text ?? 'info').toLowerCase());
  if (level !== undefined) return level;
  problems.push(
    `${PREFIX}LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(text)}.`,
  );
  return 'info';
}

function misspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment).flatMap((variable) => {
    const name = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : null;
    if (name === null || NAMES.includes(name)) return [];
    const near = nearestNames(name, NAMES).map((each) => `${PREFIX}${each}`);
    return near.length === 0
      ? []
      : [`${variable} is not known; did you mean ${near.join(' or ')}?`];
  });
}
