import { defineConfig } from 'vitest/config';

/**
 * Processes and not threads: tests start workers of their own and kill them. The limits are
 * for two cores under full load, where starting one process and a worker took up to 5 s.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['test/support/provide.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    restoreMocks: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'config/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
});
