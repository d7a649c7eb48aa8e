/** Calls `act` for each item, at most `atOnce` at a time, until `stopped`. Calls in progress are completed. */
export async function inTurn<One>(
  many: readonly One[],
  act: (one: One) => Promise<void>,
  { atOnce, stopped }: { atOnce: number; stopped: () => boolean },
): Promise<void> {
  // All workers share one iterator.
  const waiting = many.values()
  async function work() {
    for (const one of waiting) {
      if (stopped()) return
      await act(one)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
