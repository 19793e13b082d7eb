/** Lets CPU work through, a bounded number at a time, in the order it came. */
export interface Gate {
  readonly places: number;
  readonly shared: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits until nothing else is inside, and keeps everything else out until it is done. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Waiting {
  readonly places: number;
  readonly enter: () => void;
}

/**
 * A gate with so many places. Whoever wants to be alone takes all of them: work that failed for
 * want of time or memory gets the whole machine for its second try.
 */
export function createGate(placeCount: number): Gate {
  let free = placeCount;
  const waiting: Waiting[] = [];
  const admit = () => {
    for (let first = waiting[0]; first !== undefined && first.places <= free; first = waiting[0]) {
      waiting.shift();
      free -= first.places;
      first.enter();
    }
  };
  const through = async <T>(places: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      waiting.push({ places, enter });
      admit();
    });
    try {
      return await work();
    } finally {
      free += places;
      admit();
    }
  };
  return {
    places: placeCount,
    shared: (work) => through(1, work),
    alone: (work) => through(placeCount, work),
  };
}
