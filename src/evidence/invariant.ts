/**
 * Throws when we are wrong. For conditions that no input can break; never caught to go on.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant violated: ${message}`);
}
