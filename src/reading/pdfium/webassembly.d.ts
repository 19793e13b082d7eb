/** The little of WebAssembly that the engine needs; Node has it, its type package does not. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<WebAssemblyModule>;
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: Readonly<Record<string, unknown>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly Memory: new (descriptor: { readonly initial: number }) => WebAssemblyMemory;
  readonly RuntimeError: new (message?: string) => Error;
};

/** Compiled code; a thread makes as many instances of it as it likes. */
interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: string;
}

/** Memory of one instance; `buffer` is another object after it grew. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}
