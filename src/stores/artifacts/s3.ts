import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Digest } from '../../contracts/fingerprint.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ArtifactStore } from '../../pipeline/kept-ports.ts';

/** A bucket of any store that speaks the protocol of S3. */
export interface S3Place {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`: bucket names go into the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Before the names of all objects; empty, or ends with a slash. */
  readonly prefix: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token: string | null;
}

/** How long one request may take, milliseconds: pictures have some 20 KB. */
const REQUEST_MS = 30_000;

/** Tries after the first, for answers that may pass (429, 5xx); 50 ms doubled each time, with jitter. */
const RETRIES = 4;

/**
 * Keeps bytes as objects named by their SHA-256, `<prefix>ab/abcd…`. To put the same bytes twice changes
 * nothing, so that no condition is asked for, which not all stores know. Bytes that no longer have their digest
 * count as not kept. Fails as `artifacts_unreachable` or `artifacts_unusable`.
 */
export function createS3Artifacts(place: S3Place): ArtifactStore {
  const client = new AwsClient({
    accessKeyId: place.access_key_id,
    secretAccessKey: place.secret_access_key,
    ...(place.session_token === null ? {} : { sessionToken: place.session_token }),
    service: 's3',
    region: place.region,
    retries: RETRIES,
  });
  const ask = (method: 'HEAD' | 'GET' | 'PUT', digest: Digest, body?: Uint8Array) =>
    reached(() =>
      client.fetch(urlOf(place, digest), {
        method,
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(body === undefined ? {} : { body: new Uint8Array(body), headers: CONTENT }),
      }),
    );
  return {
    put: async (bytes) => {
      const digest = digestOfBytes(bytes);
      const known = await ask('HEAD', digest);
      if (known.ok && known.headers.get('content-length') === `${bytes.length}`) return digest;
      if (!known.ok && known.status !== NOT_FOUND) throw refused(known);
      const put = await ask('PUT', digest, bytes);
      await put.body?.cancel();
      if (!put.ok) throw refused(put);
      return digest;
    },
    get: async (digest) => {
      const got = await ask('GET', digest);
      if (got.status === NOT_FOUND) {
        await got.body?.cancel();
        return null;
      }
      if (!got.ok) throw refused(got);
      const bytes = new Uint8Array(await reached(() => got.arrayBuffer()));
      return digestOfBytes(bytes) === digest ? bytes : null;
    },
  };
}

const CONTENT = { 'content-type': 'application/octet-stream' } as const;

const NOT_FOUND = 404;

function urlOf({ endpoint, bucket, prefix }: S3Place, digest: Digest): string {
  const hex = digest.slice('sha256:'.length);
  return new URL(`${bucket}/${prefix}${hex.slice(0, 2)}/${hex}`, `${endpoint}/`).href;
}

function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** No answer came, or only a part of one. */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new PipelineError('artifacts_unreachable', { cause });
  }
}

function refused({ status }: Response): PipelineError {
  const detail = `The store answers ${status}.`;
  const mayPass = status === 429 || status >= 500;
  return new PipelineError(mayPass ? 'artifacts_unreachable' : 'artifacts_unusable', { detail });
}
