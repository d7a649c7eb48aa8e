import type { Frame } from './geometry'

/** Plays a cycle in a loop. Views subscribe to it outside React, frame by frame. */
export class Playback {
  #frames: readonly Frame[] = []
  #time = 0
  #playing = false
  #resting = true
  #asked = 0
  #listeners = new Set<() => void>()

  get time() {
    return this.#time
  }
  get playing() {
    return this.#playing
  }
  /** Whether it has been neither played nor sought since the plan changed: the machine then stays at a point. */
  get resting() {
    return this.#resting
  }
  get frames() {
    return this.#frames
  }
  get duration() {
    return this.#frames.at(-1)?.time ?? 0
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Sets another cycle; the time stays, within its duration. */
  load(frames: readonly Frame[]) {
    if (frames === this.#frames) return
    this.#frames = frames
    this.#time = Math.min(this.#time, this.duration)
    if (frames.length === 0) this.pause()
    this.#notify()
  }

  seek(time: number) {
    this.#time = Math.min(Math.max(time, 0), this.duration)
    this.#resting = false
    this.#notify()
  }

  play() {
    if (this.#playing || this.duration === 0) return
    this.#playing = true
    this.#resting = false
    let before = performance.now()
    const step = (now: number) => {
      this.#time = (this.#time + now - before) % this.duration
      before = now
      this.#asked = requestAnimationFrame(step)
      this.#notify()
    }
    this.#asked = requestAnimationFrame(step)
    this.#notify()
  }

  pause() {
    cancelAnimationFrame(this.#asked)
    this.#playing = false
    this.#notify()
  }

  rest() {
    if (this.#resting) return
    this.#resting = true
    this.#time = 0
    this.pause()
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}
