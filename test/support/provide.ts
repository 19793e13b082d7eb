import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CHROMIUM } from './chromium-path.ts';
import { findPostgres, findRedis } from './servers.ts';

/**
 * Runs before all tests: sees to it that what they need beside npm is there. Where it is not, it is
 * installed from Debian's packages if that is allowed (Debian, root); else the tests that need it
 * fail with a sentence that says what is missing.
 */
export function setup(): void {
  const missing = [
    ...(existsSync(CHROMIUM) ? [] : ['chromium']),
    ...(findRedis() === null ? ['redis-server'] : []),
    ...(findPostgres() === null ? ['postgresql'] : []),
  ];
  if (missing.length === 0) return;
  if (isDebianAsRoot()) for (const name of missing) install(name);
  else process.stderr.write(`The tests need Debian's packages ${missing.join(', ')}.\n`);
}

function isDebianAsRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Bounded, and told on standard error; a failure is left to the tests that miss the package. */
function install(name: string): void {
  process.stderr.write(`Installing the Debian package ${name} for the tests …\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env: environment, stdio: 'ignore', timeout: INSTALL_MS } as const;
  const get = (...words: readonly string[]): boolean =>
    spawnSync('apt-get', ['-q', '-y', ...words], options).status === 0;
  const isDone =
    get('install', '--no-install-recommends', name) ||
    (get('update') && get('install', '--no-install-recommends', name));
  if (!isDone) process.stderr.write(`The package ${name} could not be installed.\n`);
}

/** Chromium is 90 MB with what it needs. */
const INSTALL_MS = 600_000;
