import { PipelineError } from '../../pipeline/failure.ts';

/**
 * Runs a call into `pg` and names its failures; a broken constraint or statement stays our own fault.
 * Codes are those of PostgreSQL's manual, appendix A; connections that break have codes of Node, or none.
 */
export async function translatePostgres<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const code = codeOf(cause);
    if (isOfConnection(code, cause)) {
      const detail = code === '' ? 'The connection ended.' : `PostgreSQL or its host says ${code}.`;
      throw new PipelineError('store_unreachable', { detail, cause });
    }
    if (BUSY.test(code)) throw new PipelineError('store_busy', { cause });
    if (UNUSABLE.test(code)) {
      throw new PipelineError('store_unusable', { detail: `PostgreSQL says ${code}.`, cause });
    }
    throw cause;
  }
}

/** Serialization failure, deadlock, lock not available, too many connections. */
const BUSY = /^(40001|40P01|55P03|53300)$/;

/** Refused log-in, no such database or schema, no permission, disk full, damaged data. */
const UNUSABLE = /^(28|3D|3F|42501|53100|58|XX00)/;

/** Connection exceptions; the server shuts down or starts up. */
const CONNECTION = /^(08|57P0[1-3])/;

/** Errors of Node's sockets and of its resolver. */
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;

function isOfConnection(code: string, cause: unknown): boolean {
  if (CONNECTION.test(code) || SOCKET.test(code)) return true;
  if (code !== '' || !(cause instanceof Error)) return false;
  // `pg` gives no code to what it says itself of a connection that ended or never came.
  return /connection|timeout exceeded|client has encountered/i.test(cause.message);
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
