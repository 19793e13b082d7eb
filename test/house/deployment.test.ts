import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readEnvironment } from '../../config/env.ts';
import { runCli } from '../../src/cli/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ROOT, trackedPaths } from './repository.ts';

const serviceSchema = z.looseObject({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.looseObject({}).optional(),
  profiles: z.array(z.string()).optional(),
  restart: z.string().optional(),
  ports: z.array(z.string()).optional(),
});

const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const compose = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);
const theirs = services.filter(([, { build }]) => build === undefined);

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

describe('docker-compose.yml', () => {
  it('has every kind of worker, the servers they need, and what is run once', () => {
    expect(services.map(([name]) => name).sort()).toEqual([
      ...['artifacts', 'bucket', 'cli', 'enqueue', 'ingest', 'postgres', 'redis', 'report'],
      ...['sweep', 'verify'],
    ]);
    const workers = ours.filter(([, { profiles }]) => profiles === undefined);
    expect(workers.map(([, { command }]) => command?.at(-1))).toEqual([
      ...['ingest', 'verify', 'report', 'feed'],
    ]);
    expect(compose.services['enqueue']?.profiles).toEqual(['once']);
  });

  it('pins every image, and its own to the version of the package', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
    for (const [name, { image }] of theirs) {
      expect(image, name).toMatch(/^[a-z/]+:[^:$]*\d[^:$]*$/);
      expect(image, name).not.toContain('latest');
    }
    for (const [name, { image }] of ours) {
      expect(image, name).toBe(`pagewitness:\${PAGEWITNESS_TAG:-${version}}`);
    }
  });

  it('asks every server how it is, and waits for those it needs', () => {
    for (const [name, { healthcheck, restart }] of theirs) {
      if (restart !== 'no') expect(healthcheck, name).toBeDefined();
    }
    for (const [name, service] of services) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const isOnce = compose.services[other]?.restart === 'no';
        const awaited = isOnce ? 'service_completed_successfully' : 'service_healthy';
        expect(condition, `${name} on ${other}`).toBe(awaited);
      }
    }
    expect(Object.keys(compose.services['verify']?.depends_on ?? {}).sort()).toEqual([
      ...['bucket', 'postgres', 'redis'],
    ]);
  });

  it('keeps what must outlive a container, evicts nothing, and lets nobody write documents', () => {
    for (const name of ['redis', 'postgres', 'artifacts']) {
      expect(compose.services[name]?.volumes?.[0], name).toMatch(new RegExp(`^${name}:/`));
      expect(compose.volumes, name).toHaveProperty(name);
    }
    const command = compose.services['redis']?.command?.join(' ') ?? '';
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
    for (const [name, { volumes = [] }] of ours) {
      const documents = volumes.filter((volume) => volume.includes(':/srv/documents'));
      expect(documents, name).toEqual([expect.stringMatching(/:ro$/)]);
    }
  });

  it('holds no secret: each is a file, and files of secrets are not tracked', () => {
    for (const [name, { environment = {}, secrets = [], ports }] of services) {
      expect(ports, name).toBeUndefined();
      for (const secret of secrets) expect(compose.secrets, name).toHaveProperty(secret);
      for (const [variable, value] of Object.entries(environment)) {
        if (/URL|KEY|PASSWORD|USER_FILE/.test(variable) && !variable.startsWith('ARTIFACTS')) {
          expect(variable, name).toMatch(/_FILE$/);
          expect(value, name).toMatch(/^\/run\/secrets\/[a-z_]+$/);
          expect(secrets, name).toContain(value.slice('/run/secrets/'.length));
        }
      }
    }
    expect(trackedPaths().filter((path) => path.startsWith('secrets/'))).toEqual([]);
    expect(read('docker-compose.yml')).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@/);
  });

  it('gives the program settings and arguments that it takes', async () => {
    const folder = temporaryFolder();
    const secrets = makeSecrets(folder);
    for (const [name, { environment = {}, command = [] }] of ours) {
      const given = Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [
          variable,
          value
            .replace('/run/secrets', secrets)
            .replace(/^\$\{\w+:-(.*)\}$/, (_whole, standard: string) => standard),
        ]),
      );
      const reading = readEnvironment(given);
      expect(reading.ok ? [] : reading.problems, name).toEqual([]);
      const [verb = '', ...words] = command;
      const help = await helpOf(verb);
      for (const word of words.filter((each) => each.startsWith('--'))) {
        expect(help, `${name} ${word}`).toContain(word);
      }
    }
  });
});

describe('scripts/compose-secrets.sh', () => {
  it('makes every secret once, in a folder for its owner alone', () => {
    const folder = temporaryFolder();
    const secrets = makeSecrets(folder);
    const named = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''));
    expect(readdirSync(secrets).sort()).toEqual(named.sort());
    expect(statSync(secrets).mode & 0o077).toBe(0);
    const texts = () => named.map((name) => readFileSync(join(secrets, name), 'utf8'));
    const first = texts();
    expect(new Set(first).size).toBe(named.length);
    makeSecrets(folder);
    expect(texts()).toEqual(first);
  });
});

describe('Dockerfile', () => {
  const text = read('Dockerfile');
  const last = text.slice(text.lastIndexOf('\nFROM '));

  it('installs what the program needs and nothing else, and runs it as nobody special', () => {
    expect(last).toContain('npm ci --omit=dev');
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK .*\\\n +CMD \["node", .*\/health/m);
    expect(text.match(/^FROM \S+/gm)?.every((from) => /:\d+[\w-]*slim$/.test(from))).toBe(true);
  });

  it('starts node itself, so that it gets the signals', () => {
    expect(last).toMatch(/^ENTRYPOINT \["node", "dist\/src\/cli\/main\.js"\]$/m);
    expect(last).toMatch(/^CMD \["work"\]$/m);
  });

  it('copies only what is there and what .dockerignore lets through', () => {
    const letThrough = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect([...new Set(copied)].sort()).toEqual(letThrough.sort());
    for (const name of copied) expect(statSync(join(ROOT, name)), name).toBeDefined();
  });
});

function makeSecrets(folder: string): string {
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  const script = join(folder, 'scripts', 'compose-secrets.sh');
  cpSync(join(ROOT, 'scripts/compose-secrets.sh'), script);
  execFileSync('sh', [script]);
  return join(folder, 'secrets');
}

async function helpOf(command: string): Promise<string> {
  let help = '';
  const exitCode = await runCli([command, '--help'], {
    environment: {},
    consoleFor: () => ({
      stdin: (async function* nothing() {})(),
      out: (text) => {
        help += text;
      },
      err: () => {},
      watched: null,
      width: 100,
      isColoured: false,
    }),
  });
  expect(exitCode, command).toBe(0);
  return help;
}
