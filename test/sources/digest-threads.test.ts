import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileDigester } from '../../src/sources/digest-threads.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('many files at a time are digested, each as itself', async () => {
  const folder = temporaryFolder();
  const digester = createFileDigester(2);
  onTestFinished(digester.close);
  const contents = Array.from({ length: 48 }, (_, index) =>
    Buffer.alloc(index * 50_000, `content ${index}`),
  );
  const files = contents.map((content, index) => {
    const file = join(folder, `${index}`);
    writeFileSync(file, content);
    return file;
  });
  const digests = await Promise.all(files.map(digester.digest));
  expect(digests).toEqual(
    contents.map((content) => `sha256:${createHash('sha256').update(content).digest('hex')}`),
  );
});

it('a file that cannot be read fails as the system says, and the next one does not', async () => {
  const folder = temporaryFolder();
  const digester = createFileDigester(1);
  onTestFinished(digester.close);
  writeFileSync(join(folder, 'there'), '');
  for (let time = 0; time < 16; time += 1) {
    const files = ['gone', 'there'].map((name) => digester.digest(join(folder, name)));
    const [gone, there] = await Promise.allSettled(files);
    expect(gone).toMatchObject({ status: 'rejected', reason: { code: 'ENOENT' } });
    expect(there).toMatchObject({ value: expect.stringMatching(/^sha256:e3b0c442/u) });
  }
});
