import type { ReportFormat } from '../contracts/run-options.ts';
import { createCsvView } from './csv.ts';
import { createHtmlView } from './html/view.ts';
import { createMarkdownView } from './markdown.ts';
import type { View, ViewOptions } from './view.ts';

/** Every view that a report can have: forget one and the compiler says so. */
export const VIEWS: Readonly<Record<ReportFormat, (options: ViewOptions) => View>> = {
  html: createHtmlView,
  csv: createCsvView,
  md: createMarkdownView,
};
