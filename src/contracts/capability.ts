import { z } from 'zod';

/** What a grounding can prove; declared by each reader for each document and page. */
export const CAPABILITIES = [
  'text',
  'geometry',
  'char_offsets',
  'tables',
  'page_labels',
  'render',
  'ocr',
] as const;

export const capabilitySchema = z.enum(CAPABILITIES);

export type Capability = z.infer<typeof capabilitySchema>;
