// Random choices that are the same for the same seed.

/** Pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Returns each item once before any repeats, so that neighbours in a list differ. */
export function shuffledCycle<Item>(items: readonly Item[], random: () => number): () => Item {
  let deck: Item[] = []
  return () => {
    if (deck.length === 0) deck = shuffled(items, random)
    const item = deck.pop()
    if (item === undefined) throw new Error('There is nothing to deal.')
    return item
  }
}
