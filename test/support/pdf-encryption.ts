import { createCipheriv, createHash } from 'node:crypto';
import type { Encryption } from './pdf-maker.ts';

/** Everything is allowed; reserved bits are set (ISO 32000-1, table 22). */
const PERMISSIONS = -4;
const ID = '00112233445566778899aabbccddeeff';
const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * The standard security handler, revision 4, AES with 128 bits for streams (ISO 32000-1, 7.6.3).
 * An empty user password gives a file that opens by itself. With `StdCF` strings count as encrypted
 * too, which PDFium insists on; the recipe must then have none outside its streams.
 */
export function encryptWith(
  userPassword: string,
  ownerPassword: string,
  strings: 'Identity' | 'StdCF' = 'Identity',
): Encryption {
  const owner = ownerEntry(userPassword, ownerPassword);
  const key = fileKey(userPassword, owner);
  const user = userEntry(key);
  return {
    id: ID,
    dictionary:
      '<< /Filter /Standard /V 4 /R 4 /Length 128 ' +
      `/P ${PERMISSIONS} /O <${owner.toString('hex')}> /U <${user.toString('hex')}> ` +
      '/CF << /StdCF << /CFM /AESV2 /AuthEvent /DocOpen /Length 16 >> >> ' +
      `/StmF /StdCF /StrF /${strings} >>`,
    encrypt: (data, objectNumber) => {
      const number = Buffer.alloc(5);
      number.writeUIntLE(objectNumber, 0, 3);
      const objectKey = md5(Buffer.concat([key, number, Buffer.from('sAlT')]));
      // A fixed vector keeps the bytes of the file the same from run to run.
      const vector = md5(number);
      const cipher = createCipheriv('aes-128-cbc', objectKey, vector);
      return Buffer.concat([vector, cipher.update(data), cipher.final()]);
    },
  };
}

/** Algorithm 2. */
function fileKey(userPassword: string, owner: Buffer): Buffer {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const id = Buffer.from(ID, 'hex');
  return rehash(md5(Buffer.concat([padded(userPassword), owner, permissions, id])));
}

/** Algorithm 3. */
function ownerEntry(userPassword: string, ownerPassword: string): Buffer {
  return rc4Twenty(rehash(md5(padded(ownerPassword))), padded(userPassword));
}

/** Algorithm 5. */
function userEntry(key: Buffer): Buffer {
  const digest = md5(Buffer.concat([PAD, Buffer.from(ID, 'hex')]));
  return Buffer.concat([rc4Twenty(key, digest), Buffer.alloc(16)]);
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PAD]).subarray(0, 32);
}

function rehash(digest: Buffer): Buffer {
  let hash = digest;
  for (let round = 0; round < 50; round += 1) hash = md5(hash);
  return hash;
}

function rc4Twenty(key: Buffer, data: Buffer): Buffer {
  let result = data;
  for (let round = 0; round < 20; round += 1) {
    result = rc4(
      key.map((byte) => byte ^ round),
      result,
    );
  }
  return result;
}

function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  let j = 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest();
}
