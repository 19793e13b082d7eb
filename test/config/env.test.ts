import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment, type Settings } from '../../config/env.ts';
import { LIMIT_ROWS } from '../../config/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function settingsOf(environment: Record<string, string>): Settings {
  const read = readEnvironment(environment);
  expect(read).toMatchObject({ ok: true });
  return read.ok ? read.settings : expect.fail(read.problems.join(' '));
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readEnvironment(environment);
  return read.ok ? [] : read.problems;
}

describe('settings', () => {
  it('have a standard each, and stay as they were read', () => {
    const settings = settingsOf({ PATH: '/usr/bin', PAGEWITNESS_HOME: '' });
    expect(settings.home).toBe('./.pagewitness');
    expect(settings.log_level).toBe('info');
    expect(settings.threads).toBeGreaterThan(0);
    expect(settings.is_color_allowed).toBe(true);
    expect(settings.limits.pages_max).toBe(LIMIT_ROWS.pages_max.standard);
    expect(Object.keys(settings.limits)).toEqual(Object.keys(LIMIT_ROWS));
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.limits)).toBe(true);
  });

  it('are taken from the environment', () => {
    const settings = settingsOf({
      PAGEWITNESS_HOME: 'state',
      PAGEWITNESS_THREADS: ' 3 ',
      PAGEWITNESS_LOG_LEVEL: 'DEBUG',
      PAGEWITNESS_SOURCE_ROOTS: 'archive:reports',
      PAGEWITNESS_PAGES_MAX: '500',
      NO_COLOR: '1',
    });
    expect(settings).toMatchObject({
      home: 'state',
      threads: 3,
      log_level: 'debug',
      source_roots: ['archive', 'reports'],
      is_color_allowed: false,
      limits: { pages_max: 500, bytes_max: LIMIT_ROWS.bytes_max.standard },
    });
  });

  it('that are wrong are all told at once', () => {
    const problems = problemsOf({
      PAGEWITNESS_THREADS: '0',
      PAGEWITNESS_LOG_LEVEL: 'loud',
      PAGEWITNESS_STALL_MS: '1e3',
      PAGEWITNESS_BYTES_MAX: '-1',
    });
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).toContain(
      'PAGEWITNESS_STALL_MS must be a whole number from 100 to 3600000, not "1e3".',
    );
  });

  it('that are misspelt are told, while foreign names are left alone', () => {
    expect(problemsOf({ PAGEWITNESS_THREAD: '2' })).toEqual([
      'PAGEWITNESS_THREAD is not known; did you mean PAGEWITNESS_THREADS?',
    ]);
    expect(problemsOf({ PAGEWITNESS_DATA: '/data', OTHER_THREADS: 'x' })).toEqual([]);
  });

  it('that are secret may be in files, and no message holds them', () => {
    const folder = temporaryFolder();
    const put = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const settings = settingsOf({
      DATABASE_URL_FILE: put('database', 'postgresql://me:secret@store/pagewitness\n'),
      REDIS_URL_FILE: put('redis', 'redis://:secret@queue:6379\n'),
      ARTIFACTS_URL: 's3://pictures/run?endpoint=http://store:9000',
      AWS_ACCESS_KEY_ID_FILE: put('id', 'key\n'),
      AWS_SECRET_ACCESS_KEY_FILE: put('key', ' hush \n'),
      AWS_SECRET_ACCESS_KEY: 'passed over',
    });
    expect(settings).toMatchObject({
      database_url: 'postgresql://me:secret@store/pagewitness',
      redis_url: 'redis://:secret@queue:6379',
      artifacts: { access_key_id: 'key', secret_access_key: 'hush', session_token: null },
    });
    const problems = problemsOf({
      DATABASE_URL_FILE: put('wrong', 'mysql://me:secret@store/pagewitness'),
      REDIS_URL_FILE: join(folder, 'none'),
      ARTIFACTS_URL: 's3://pictures',
      AWS_ACCESS_KEY_ID_FILE: join(folder, 'none'),
    });
    expect(problems).toEqual([
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
      'REDIS_URL_FILE names a file that cannot be read.',
      'AWS_ACCESS_KEY_ID_FILE names a file that cannot be read.',
      'ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ]);
  });

  it('have standards within their own ranges, each with its reason', () => {
    for (const row of Object.values(LIMIT_ROWS)) {
      expect(row.standard).toBeGreaterThanOrEqual(row.least);
      expect(row.standard).toBeLessThanOrEqual(row.most);
      expect(row.why).toMatch(/\.$/);
    }
  });
});

describe('servers', () => {
  it('are those that the usual variables name, and none where they are not set', () => {
    expect(settingsOf({})).toMatchObject({ database_url: null, redis_url: null, artifacts: null });
    const database = 'postgresql://user:secret@store/pagewitness?sslmode=verify-full';
    expect(
      settingsOf({ DATABASE_URL: database, REDIS_URL: 'rediss://queue:6380/1' }),
    ).toMatchObject({ database_url: database, redis_url: 'rediss://queue:6380/1' });
  });

  it('may be named in a file, as secrets are handed to containers', () => {
    const file = join(temporaryFolder(), 'redis-url');
    writeFileSync(file, 'redis://:secret@queue:6379\n');
    expect(settingsOf({ REDIS_URL_FILE: file }).redis_url).toBe('redis://:secret@queue:6379');
    expect(problemsOf({ REDIS_URL_FILE: `${file}-missing` })).toEqual([
      'REDIS_URL_FILE names a file that cannot be read.',
    ]);
  });

  it('that cannot be are told of without what may be a password', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://user:secret@store',
      REDIS_URL: 'queue:secret',
    });
    expect(problems).toEqual([
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
      'REDIS_URL must be a URL that begins with redis:// or rediss://.',
    ]);
  });

  it('of pictures are a folder or a bucket', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
    expect(settingsOf({ ARTIFACTS_URL: 'file:///srv/page%20witness' }).artifacts).toEqual({
      kind: 'folder',
      path: '/srv/page witness',
    });
    const url = 's3://bucket/deep/er?endpoint=http://store:9000/&region=eu-central-1';
    expect(settingsOf({ ...keys, ARTIFACTS_URL: url }).artifacts).toEqual({
      kind: 's3',
      endpoint: 'http://store:9000',
      region: 'eu-central-1',
      bucket: 'bucket',
      prefix: 'deep/er/',
      access_key_id: 'id',
      secret_access_key: 'key',
      session_token: null,
    });
    expect(settingsOf({ ...keys, ARTIFACTS_URL: 's3://bucket' }).artifacts).toMatchObject({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      prefix: '',
    });
    expect(problemsOf({ ARTIFACTS_URL: 's3://bucket' })).toEqual([
      'ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ]);
  });

  it('tell their health where they are told to', () => {
    expect(settingsOf({ PAGEWITNESS_HEALTH: '0.0.0.0:9464' }).health).toEqual({
      host: '0.0.0.0',
      port: 9464,
    });
    expect(settingsOf({ PAGEWITNESS_HEALTH: '[::1]:80' }).health).toEqual({
      host: '::1',
      port: 80,
    });
    for (const text of ['9464', 'host:70000', 'host:']) {
      expect(problemsOf({ PAGEWITNESS_HEALTH: text })).toHaveLength(1);
    }
  });
});
