import { lstat, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

/** Whether a path may be opened. `missing`: it would be allowed, but nothing is there. */
export type Access =
  | { readonly outcome: 'allowed'; readonly path: string }
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'missing' };

/**
 * Whether a name that came in with a request could lead out of the sources: an absolute path, a
 * parent folder, a drive, a scheme such as `https:` or `file:`, or a NUL. Such a name is never looked up.
 */
export function isUnsafeName(name: string): boolean {
  const steps = name.split(/[/\\]/u);
  return (
    name.includes('\u0000') ||
    steps.includes('..') ||
    steps[0] === '' ||
    /^[a-z]:/iu.test(name) ||
    isRemote(name)
  );
}

/** Whether a location names a scheme; no document is ever fetched from anywhere. */
export function isRemote(location: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:file|data|jar):)/iu.test(location);
}

/**
 * Says whether `path`, all links resolved, lies in one of `roots` (real paths). For a path outside the
 * answer is the same whether or not something is there. Never throws.
 */
export async function authorize(path: string, roots: readonly string[]): Promise<Access> {
  let current = resolve(path);
  for (let isTarget = true; ; isTarget = false) {
    const real = await resolveLinks(current);
    if (real === 'barred') return { outcome: 'denied' };
    if (real !== 'missing') {
      if (!roots.some((root) => isWithin(real.path, root))) return { outcome: 'denied' };
      return isTarget ? { outcome: 'allowed', path: real.path } : { outcome: 'missing' };
    }
    const parent = dirname(current);
    if (parent === current) return { outcome: 'denied' };
    current = parent;
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** A link that leads nowhere counts as barred: what lies at its end must not be told. */
async function resolveLinks(
  path: string,
): Promise<{ readonly path: string } | 'missing' | 'barred'> {
  try {
    return { path: await realpath(path) };
  } catch (error) {
    if (!isAbsence(error)) return 'barred';
  }
  try {
    await lstat(path);
    return 'barred';
  } catch (error) {
    return isAbsence(error) ? 'missing' : 'barred';
  }
}

function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
