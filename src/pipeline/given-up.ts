import type { PipelineParts } from './parts.ts';
import type { WorkItem } from './ports.ts';

/** Whether an item has had all its tries, so that what remains is to say so. */
export function isGivenUp(
  { attemptsMax, lossesMax }: Pick<PipelineParts, 'attemptsMax' | 'lossesMax'>,
  { attempts, losses, strikes }: WorkItem,
): boolean {
  return strikes >= attemptsMax || losses >= lossesMax || attempts - losses > attemptsMax;
}
