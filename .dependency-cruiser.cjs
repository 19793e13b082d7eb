/**
 * The walls between the rooms. One row a room: which rooms and which libraries it may import.
 * `node` is `false`, `true`, or the list of built-in modules. Type-only imports count as imports. A
 * folder of src that is missing from the table fails, and so does any cycle.
 */
const ROOMS = {
  contracts: { rooms: [], libraries: ['zod'], node: false },
  evidence: { rooms: ['contracts'], libraries: ['decimal.js'], node: ['crypto'] },
  verification: { rooms: ['contracts', 'evidence'], libraries: [], node: false },
  pipeline: { rooms: ['contracts', 'evidence', 'verification'], libraries: [], node: false },
  layout: { rooms: ['contracts', 'evidence'], libraries: [], node: false },
  reading: {
    rooms: ['contracts', 'evidence', 'layout'],
    libraries: [
      'pdfjs-dist',
      '@embedpdf/pdfium',
      'tesseract.js',
      'onnxruntime-web',
      'sharp',
      'tsx',
    ],
    node: true,
  },
  imaging: { rooms: ['contracts', 'evidence', 'layout'], libraries: ['sharp'], node: true },
  queues: {
    rooms: ['contracts', 'evidence', 'pipeline'],
    libraries: ['bullmq', 'cron-parser', 'ioredis'],
    node: true,
  },
  stores: {
    rooms: ['contracts', 'evidence', 'pipeline'],
    libraries: ['kysely', 'libsql', 'pg', 'aws4fetch'],
    node: true,
  },
  sources: { rooms: ['contracts', 'evidence', 'pipeline'], libraries: [], node: true },
  reporters: { rooms: ['contracts', 'evidence', 'pipeline'], libraries: ['diff'], node: true },
  telemetry: {
    rooms: ['contracts', 'evidence', 'pipeline'],
    libraries: ['pino', 'cli-progress', 'prom-client'],
    node: true,
  },
  wiring: {
    rooms: [
      'contracts',
      'evidence',
      'verification',
      'pipeline',
      'layout',
      'reading',
      'imaging',
      'queues',
      'stores',
      'sources',
      'reporters',
      'telemetry',
    ],
    libraries: [],
    node: true,
    config: true,
  },
};

/** The ways in may name any room. */
const EVERY_ROOM = [...Object.keys(ROOMS), 'cli'];
const IN_A_ROOM = [`^src/${anyOf(EVERY_ROOM)}/`, '^src/index\\.ts$'];
const SURFACES = {
  cli: {
    rooms: EVERY_ROOM,
    libraries: ['commander', 'cli-progress', 'tinyglobby', 'fastify'],
    node: true,
    config: true,
  },
};

/** The processes beside src. */
const OUTSIDE = {
  workers: { rooms: EVERY_ROOM, libraries: ['fastify'], node: true, config: true },
  config: { rooms: ['contracts'], libraries: ['zod'], node: true, config: true },
};

function anyOf(names) {
  return `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
}

/** Rules for one room: nothing but its own files, its rooms, its libraries and its built-ins. */
function wallsOf(name, folder, row) {
  const from = { path: `^${folder}/` };
  const mayReach = [`^${folder}/`];
  if (row.rooms.length > 0) mayReach.push(`^src/${anyOf(row.rooms)}/`);
  if (row.config === true) mayReach.push('^config/');
  const rules = [
    {
      name: `${name}-rooms`,
      comment: `${name} may import: ${row.rooms.join(', ') || 'no room'}`,
      severity: 'error',
      from,
      to: { dependencyTypesNot: ['core'], pathNot: [...mayReach, '(^|/)node_modules/'] },
    },
    {
      name: `${name}-libraries`,
      comment: `${name} may use: ${row.libraries.join(', ') || 'no library'}`,
      severity: 'error',
      from,
      to: {
        path: '(^|/)node_modules/',
        ...(row.libraries.length > 0
          ? { pathNot: `(^|/)node_modules/(?:@types/)?${anyOf(row.libraries)}/` }
          : {}),
      },
    },
  ];
  if (row.node !== true) {
    rules.push({
      name: `${name}-node`,
      comment: `${name} may use of Node: ${row.node === false ? 'nothing' : row.node.join(', ')}`,
      severity: 'error',
      from,
      to: {
        dependencyTypes: ['core'],
        ...(row.node === false ? {} : { pathNot: `^(?:node:)?${anyOf(row.node)}$` }),
      },
    });
  }
  return rules;
}

const rows = [
  ...Object.entries({ ...ROOMS, ...SURFACES }).map(([name, row]) => [name, `src/${name}`, row]),
  ...Object.entries(OUTSIDE).map(([name, row]) => [name, name, row]),
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No cycles, even of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-rooms',
      comment: 'A file of src lives in a room of the table; only src/index.ts stands outside.',
      severity: 'error',
      from: { path: '^src/', pathNot: IN_A_ROOM },
      to: {},
    },
    {
      name: 'no-unknown-orphans',
      comment: 'The same for files that import nothing and are imported by nothing.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: IN_A_ROOM },
      to: {},
    },
    {
      name: 'no-unknown-targets',
      comment: 'Nothing may import a file of src that lives in no room.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: IN_A_ROOM },
    },
    {
      name: 'index-rooms',
      comment: 'src/index.ts may name any room, and nothing else.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { pathNot: '^src/' },
    },
    {
      name: 'config-readers',
      comment: 'Only wiring, cli and workers read config.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:wiring|cli)/' },
      to: { path: '^config/' },
    },
    {
      name: 'nothing-imports-the-ways-in',
      comment: 'Nothing in src or config imports workers, tests, scripts or benches.',
      severity: 'error',
      from: { path: '^(?:src|config|workers)/' },
      to: { path: '^(?:test|scripts|bench|examples)/' },
    },
    {
      name: 'nothing-imports-workers',
      severity: 'error',
      from: { path: '^(?:src|config)/' },
      to: { path: '^workers/' },
    },
    {
      name: 'tsx-bootstrap',
      comment: 'tsx is there for development: only the bootstrap of TypeScript threads names it.',
      severity: 'error',
      from: { path: '^(?:src|config|workers)/', pathNot: '^src/reading/typescript-thread\\.mjs$' },
      to: { path: '(^|/)node_modules/tsx/' },
    },
    {
      name: 'unresolvable',
      comment: 'An import that cannot be resolved is an import that no wall can judge.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...rows.flatMap(([name, folder, row]) => wallsOf(name, folder, row)),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts', '.json'],
    },
    moduleSystems: ['es6', 'cjs'],
    externalModuleResolutionStrategy: 'node_modules',
  },
};
