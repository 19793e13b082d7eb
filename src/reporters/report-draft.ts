import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CropRecord } from '../contracts/crop.ts';
import type { RunReport, Summary } from '../contracts/report.ts';
import { REPORT_FORMATS, type ReportFormat } from '../contracts/run-options.ts';
import type { ArtifactStore } from '../pipeline/kept-ports.ts';
import type { ReportEntry, ReportFacts } from '../pipeline/ports.ts';
import { verdictLine } from './jsonl.ts';
import { createPictureDraft } from './pictures.ts';
import { PICTURE_FILES, REPORT_FILES } from './report-files.ts';
import { openTextFile } from './text-file.ts';
import type { ViewOptions, ViewWriter } from './view.ts';
import { VIEWS } from './views.ts';

/** What a report holds beside the files it always has. */
export interface ReportContents extends ViewOptions {
  readonly formats: readonly ReportFormat[];
  /** Where the bytes of the pictures are kept. */
  readonly artifacts: ArtifactStore;
}

/** A report under temporary names in its folder. Errors of the system are thrown as they come. */
export interface Draft {
  /** Takes the claims one by one, in input order, redacted already if they are to be. */
  readonly write: (entry: ReportEntry) => Promise<void>;
  /**
   * Completes all files and puts them in their place. `texts`: of the two that are written whole.
   * @returns SHA-256 of the verdicts, hexadecimal.
   */
  readonly finish: (
    facts: ReportFacts,
    summary: Summary,
    texts: {
      readonly summary: string;
      readonly run: (pictures: RunReport['pictures']) => string;
    },
  ) => Promise<string>;
  /** Leaves nothing of it. */
  readonly abandon: () => Promise<void>;
}

/** Begins all files of a report. */
export async function openDraft(folder: string, contents: ReportContents): Promise<Draft> {
  const mark = randomBytes(6).toString('hex');
  const temporary = (name: string): string => join(folder, `.${name}.${mark}.tmp`);
  const verdicts = await openTextFile(temporary(REPORT_FILES.verdicts));
  const views = new Map<string, ViewWriter>();
  const pictures = createPictureDraft(
    { list: temporary(PICTURE_FILES.list), folder: temporary(PICTURE_FILES.folder) },
    contents.artifacts,
  );
  const abandon = async (): Promise<void> => {
    for (const part of [verdicts, ...views.values(), pictures]) await part.abandon();
    for (const name of [REPORT_FILES.summary, REPORT_FILES.run]) {
      await rm(temporary(name), { force: true });
    }
  };
  try {
    for (const format of contents.formats) {
      const view = VIEWS[format](contents);
      views.set(view.file, await view.open(temporary(view.file)));
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    async write(entry) {
      const crops: CropRecord[] = [];
      for (const crop of entry.crops) if (await pictures.add(crop)) crops.push(crop);
      await verdicts.write(`${verdictLine(entry.verdict)}\n`);
      for (const view of views.values()) await view.write({ ...entry, crops });
    },
    async finish(facts, summary, texts) {
      const digest = await verdicts.finish();
      for (const view of views.values()) await view.finish(facts, summary);
      await writeWhole(temporary(REPORT_FILES.summary), texts.summary);
      await writeWhole(temporary(REPORT_FILES.run), texts.run(await pictures.finish()));
      await removeOtherViews(folder, [...views.keys()]);
      await rm(join(folder, REPORT_FILES.run), { force: true });
      await pictures.putInPlace(folder);
      const { verdicts: first, summary: second, run: last } = REPORT_FILES;
      for (const name of [first, second, ...views.keys(), last]) {
        await rename(temporary(name), join(folder, name));
      }
      return digest;
    },
    abandon,
  };
}

/** Removes what killed processes have left of drafts in the folder. */
export async function sweepDrafts(folder: string): Promise<void> {
  const own = [...Object.values(REPORT_FILES), ...Object.values(PICTURE_FILES), ...viewFiles()];
  for (const name of await readdir(folder)) {
    const isLeft = name.endsWith('.tmp') && own.some((file) => name.startsWith(`.${file}.`));
    if (isLeft) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * A view of an older report must not stand beside a run it does not tell of. Where no report stands, files
 * of these names are somebody else's.
 */
async function removeOtherViews(folder: string, kept: readonly string[]): Promise<void> {
  const names = new Set(await readdir(folder));
  if (!Object.values(REPORT_FILES).some((file) => names.has(file))) return;
  for (const file of viewFiles()) {
    if (names.has(file) && !kept.includes(file)) await rm(join(folder, file), { force: true });
  }
}

function viewFiles(): readonly string[] {
  return REPORT_FORMATS.map((format) => VIEWS[format]({ isRedacted: false }).file);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await openTextFile(path);
  try {
    await file.write(text);
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}
