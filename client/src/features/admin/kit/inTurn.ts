/** Does something with each of many, a few at a time, until that is stopped; what has begun then is still ended. */
export async function inTurn<One>(
  many: readonly One[],
  act: (one: One) => Promise<void>,
  { atOnce, stopped }: { atOnce: number; stopped: () => boolean },
): Promise<void> {
  // All take from the same row.
  const waiting = many.values()
  async function work() {
    for (const one of waiting) {
      if (stopped()) return
      await act(one)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
