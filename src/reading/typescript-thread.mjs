// Starts a worker process whose entry is TypeScript source, which Node cannot begin with itself.
// Only for development and tests; compiled code starts from `thread-main.js`.
import { register as registerHooks } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHooks(new URL('./plain-modules.mjs', import.meta.url));
// Their maps are several times as large as the modules themselves and would be parsed with them.
process.setSourceMapsEnabled(false);

await import('./thread-main.ts');
