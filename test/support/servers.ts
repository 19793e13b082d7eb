import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian keeps the programs of its PostgreSQL versions. */
const POSTGRES_HOME = '/usr/lib/postgresql';

/** Newest first. */
function postgresFolders(): readonly string[] {
  if (!existsSync(POSTGRES_HOME)) return [];
  const versions = readdirSync(POSTGRES_HOME).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(POSTGRES_HOME, version, 'bin'));
}

/** The folder of `postgres` and `initdb`; null where there is none. */
export function findPostgres(): string | null {
  const path = (process.env['PATH'] ?? '').split(':');
  const folders = [...postgresFolders(), ...path];
  const found = folders.find((folder) =>
    ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))),
  );
  return found ?? null;
}

/** The Redis server program; null where there is none. */
export function findRedis(): string | null {
  const path = (process.env['PATH'] ?? '').split(':');
  return (
    path.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file)) ?? null
  );
}

/** A server of our own that listens on the loopback alone. Who starts it stops it. */
export interface TestServer {
  readonly port: number;
  readonly url: string;
  /** Ends it as a crash would, and starts it again on the same port and files. */
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts an empty PostgreSQL cluster whose one user needs no password. */
export async function startPostgres(): Promise<TestServer> {
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL is not installed (Debian: postgresql)');
  const folder = mkdtempSync(join(tmpdir(), 'pagewitness-postgres-'));
  const user = serverUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'pagewitness', '--auth=trust', '-E', 'UTF8', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), [...words, '--locale=C'], {
    ...user,
    cwd: folder,
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const options = ['fsync=off', `port=${port}`, `listen_addresses=${HOST}`, 'max_connections=200'];
  const settings = [...options, `unix_socket_directories=${folder}`].flatMap((each) => [
    '-c',
    each,
  ]);
  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await saidReady(child, /ready to accept connections/, 'PostgreSQL');
    return child;
  };
  return serverOf({
    port,
    url: `postgresql://pagewitness@${HOST}:${port}/postgres`,
    folder,
    begin,
    // A crash of the first process takes all others with it.
    stopSignal: 'SIGINT',
  });
}

/** How a Redis server keeps what it holds. */
export type RedisPersistence = 'none' | 'everysec';

/** Starts an empty Redis as the product wants it: nothing is evicted. */
export async function startRedis(
  persistence: RedisPersistence = 'none',
  more: readonly string[] = [],
): Promise<TestServer> {
  const program = findRedis();
  if (program === null) throw new Error('Redis is not installed (Debian: redis-server)');
  const folder = mkdtempSync(join(tmpdir(), 'pagewitness-redis-'));
  const port = await freePort();
  const words = [
    ...['--port', `${port}`, '--bind', HOST, '--dir', folder, '--save', ''],
    ...['--appendonly', persistence === 'none' ? 'no' : 'yes', '--appendfsync', 'everysec'],
    ...['--maxmemory-policy', 'noeviction', ...more],
  ];
  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    await saidReady(child, /Ready to accept connections/, 'Redis');
    return child;
  };
  return serverOf({ port, url: `redis://${HOST}:${port}`, folder, begin, stopSignal: 'SIGKILL' });
}

interface ServerParts {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  readonly begin: () => Promise<ChildProcess>;
  readonly stopSignal: NodeJS.Signals;
}

async function serverOf(parts: ServerParts): Promise<TestServer> {
  const { port, url, folder, begin, stopSignal } = parts;
  let child: ChildProcess | null = await begin();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    child = null;
  };
  const endWithProcess = (): void => {
    child?.kill('SIGKILL');
  };
  process.once('exit', endWithProcess);
  return {
    port,
    url,
    kill: () => end(stopSignal === 'SIGINT' ? 'SIGQUIT' : stopSignal),
    restart: async () => {
      child ??= await begin();
    },
    stop: async () => {
      await end(stopSignal);
      process.off('exit', endWithProcess);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root: as the user that its package made, then. */
function serverUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string): number =>
    Number.parseInt(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout, 10);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** How long a server may take to be ready: two seconds were seen on two busy cores. */
const READY_MS = 60_000;

async function saidReady(child: ChildProcess, sign: RegExp, name: string): Promise<void> {
  const output = child.stdout ?? child.stderr;
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} is not ready: ${said}`)), READY_MS);
    const settle = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    output?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (sign.test(said)) settle(resolve)();
    });
    child.once(
      'exit',
      settle(() => reject(new Error(`${name} ended: ${said}`))),
    );
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
