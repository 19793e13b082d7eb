import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from 's3rver';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '../../../src/pipeline/failure.ts';
import { createFileArtifacts } from '../../../src/stores/artifacts/file.ts';
import { createS3Artifacts, type S3Place } from '../../../src/stores/artifacts/s3.ts';
import { describeArtifacts } from '../../conformance/artifacts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeArtifacts('folder', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  return Promise.resolve({
    artifacts: createFileArtifacts(folder),
    damage: (digest, bytes) => {
      const hex = digest.slice('sha256:'.length);
      writeFileSync(join(folder, hex.slice(0, 2), hex), bytes);
      return Promise.resolve();
    },
    unusable: createFileArtifacts(file),
  });
});

async function startS3(): Promise<S3Place> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'pictures',
    prefix: 'deep/er/',
    access_key_id: 'S3RVER',
    secret_access_key: 'S3RVER',
    session_token: null,
  };
}

describeArtifacts('S3', async () => {
  const place = await startS3();
  return {
    artifacts: createS3Artifacts(place),
    damage: async (digest, bytes) => {
      const hex = digest.slice('sha256:'.length);
      const path = `${place.bucket}/${place.prefix}${hex.slice(0, 2)}/${hex}`;
      const { AwsClient } = await import('aws4fetch');
      const client = new AwsClient({
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        service: 's3',
      });
      await client.fetch(`${place.endpoint}/${path}`, {
        method: 'PUT',
        body: new Uint8Array(bytes),
      });
    },
    unusable: createS3Artifacts({ ...place, bucket: 'no-such-bucket' }),
  };
});

it('a store that is not there can be tried again', async () => {
  const place = await startS3();
  const gone = createS3Artifacts({ ...place, endpoint: 'http://127.0.0.1:9' });
  await expect(gone.put(new Uint8Array([1]))).rejects.toSatisfy((error) =>
    isFailure(error, 'artifacts_unreachable'),
  );
});
