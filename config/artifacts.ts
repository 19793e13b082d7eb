/** Where pictures are kept, as `ARTIFACTS_URL` says. */
export type ArtifactsPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly access_key_id: string;
      readonly secret_access_key: string;
      readonly session_token: string | null;
    };

/** What S3 calls the region of stores that have none. */
const REGION_STANDARD = 'us-east-1';

/**
 * Reads `file:///srv/pagewitness` or `s3://bucket/prefix?endpoint=http://store:9000&region=eu-central-1`;
 * without an endpoint it is Amazon's. Keys come from the usual variables of AWS and never from the URL.
 * @returns the place, or what is wrong with it as a sentence.
 */
export function readArtifactsUrl(
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
): ArtifactsPlace | string {
  if (url.protocol === 'file:') {
    const isLocal = url.hostname === '' || url.hostname === 'localhost';
    if (!isLocal) return 'ARTIFACTS_URL names a folder of another host; mount it and name it here.';
    return { kind: 'folder', path: decodeURIComponent(url.pathname) };
  }
  const region = url.searchParams.get('region') ?? environment['AWS_REGION'] ?? REGION_STANDARD;
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) return 'The endpoint of ARTIFACTS_URL is no URL.';
  if (url.hostname === '') return 'ARTIFACTS_URL must name a bucket: s3://bucket/prefix.';
  const access_key_id = environment['AWS_ACCESS_KEY_ID'] ?? '';
  const secret_access_key = environment['AWS_SECRET_ACCESS_KEY'] ?? '';
  if (access_key_id === '' || secret_access_key === '') {
    return 'ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+/, '').replace(/\/*$/, '/');
  return {
    kind: 's3',
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    bucket: url.hostname,
    prefix: prefix === '/' ? '' : prefix,
    access_key_id,
    secret_access_key,
    session_token: environment['AWS_SESSION_TOKEN'] ?? null,
  };
}
