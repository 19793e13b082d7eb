import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program.ts';
import { makePdf, textPage } from '../support/pdf-maker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a command wrote and how it ended. */
export interface CliOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** A folder with one document of two pages under `docs`, and the command line in a home of its own. */
export interface Workspace {
  readonly folder: string;
  readonly document: string;
  readonly fingerprint: string;
  /** Runs a command; `stdin` is what it reads from standard input. */
  readonly cli: (argv: readonly string[], stdin?: string) => Promise<CliOutcome>;
  /** Writes a file and gives its path. */
  readonly put: (name: string, content: string) => string;
}

export const SENTENCE = 'Revenue was $12.4 million for the quarter.';
export const SECOND = 'The reserve stands at 90 days of sales.';

export function makeWorkspace(environment: Readonly<Record<string, string>> = {}): Workspace {
  const folder = temporaryFolder();
  const bytes = makePdf({
    pages: [
      textPage([
        { x: 72, y: 100, text: SENTENCE },
        { x: 72, y: 140, text: 'Net sales 1,234' },
      ]),
      textPage([{ x: 72, y: 100, text: SECOND }]),
    ],
  });
  mkdirSync(join(folder, 'docs'));
  const document = join(folder, 'docs', 'report.pdf');
  writeFileSync(document, bytes);
  return {
    folder,
    document,
    fingerprint: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    cli: (argv, stdin = '') =>
      run(argv, stdin, {
        PAGEWITNESS_HOME: join(folder, 'home'),
        PAGEWITNESS_THREADS: '1',
        PAGEWITNESS_LOG_LEVEL: 'error',
        PAGEWITNESS_LOCK_WAIT_MS: '0',
        ...environment,
      }),
    put: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}

async function run(
  argv: readonly string[],
  stdin: string,
  environment: Readonly<Record<string, string>>,
): Promise<CliOutcome> {
  let out = '';
  let err = '';
  async function* input(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(stdin);
  }
  const exitCode = await runCli(argv, {
    environment,
    consoleFor: () => ({
      stdin: input(),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      watched: null,
      width: 100,
      isColoured: false,
    }),
  });
  return { exitCode, out, err };
}

/** A quote claim on the given page of the workspace's document. */
export function quoteOf(id: string, pageIndex: number, text: string): Record<string, unknown> {
  return { id, kind: 'quote', page_index: pageIndex, expected_text: text };
}

export function envelopeOf(
  workspace: Workspace,
  claims: readonly unknown[],
): Record<string, unknown> {
  return {
    request_id: 'r1',
    source_id: 'report',
    document_fingerprint: workspace.fingerprint,
    claims,
  };
}
