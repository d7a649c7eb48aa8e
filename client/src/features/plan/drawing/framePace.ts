/** The pixel ratio while something moves, without a graphics card. */
const coarsest = 0.5

/** While something moves, slow frames reduce the detail: first the machine's, then the resolution. */
export function framePace(rough: boolean, onChange: () => void) {
  const ratio = rough ? coarsest : Math.min(window.devicePixelRatio, 2)
  const pace = { moving: false, rough, ratio, move, dispose }
  let last = 0
  let slow = 0
  let rest: ReturnType<typeof setTimeout> | undefined

  function keep(now: number) {
    if (!pace.moving) return
    requestAnimationFrame(keep)
    const took = now - last
    last = now
    slow = took > 19 ? slow + 1 : Math.max(slow - 0.25, 0)
    if (slow < 3 || (pace.rough && pace.ratio <= coarsest)) return
    slow = 0
    if (pace.rough) pace.ratio = Math.max(pace.ratio * 0.7, coarsest)
    pace.rough = true
    onChange()
  }

  /** Sets whether something moves. */
  function move(moving: boolean) {
    clearTimeout(rest)
    if (moving && !pace.moving) {
      pace.moving = true
      last = performance.now()
      requestAnimationFrame(keep)
    }
    if (!moving && pace.moving)
      rest = setTimeout(() => {
        pace.moving = false
        onChange()
      }, 160)
  }

  function dispose() {
    clearTimeout(rest)
    pace.moving = false
  }
  return pace
}
