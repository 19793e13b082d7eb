// Starts a thread whose entry is TypeScript source: a worker cannot begin with a `.ts` file itself.
// Only for development and tests; compiled code starts from `thread-main.js`.
import { register } from 'tsx/esm/api';

register();

const { run } = await import('./thread-main.ts');

export { run };
