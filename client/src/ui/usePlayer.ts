import { type RefObject, useEffect, useRef, useState } from 'react'

const hideAfter = 2500

/** Whether the visitor's connection is slow or metered. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Whether films may autoplay: only without data saving and reduced motion. */
export function canAutoplay(): boolean {
  return !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A film's playback state and controls. `frame` is the element shown in full screen. */
export function usePlayer(video: RefObject<HTMLVideoElement | null>, frame: RefObject<HTMLElement | null>) {
  const [playing, setPlaying] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [failed, setFailed] = useState(false)
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState(0)
  const [captions, setCaptions] = useState(false)
  const [full, setFull] = useState(false)
  // Where to resume after an error, once the film has loaded again.
  const resumeAt = useRef(0)

  async function play() {
    // A rejected or interrupted start leaves the film paused; playback errors emit an error event.
    await video.current?.play().catch(() => undefined)
  }
  function toggle() {
    if (video.current?.paused) void play()
    else video.current?.pause()
  }
  function seek(to: number) {
    const film = video.current
    if (!film || !Number.isFinite(film.duration)) return
    film.currentTime = Math.min(Math.max(to, 0), film.duration)
    setTime(film.currentTime)
  }
  function retry() {
    setFailed(false)
    resumeAt.current = time
    video.current?.load()
    void play()
  }
  function toggleSound() {
    if (video.current) video.current.muted = !video.current.muted
  }
  function toggleCaptions() {
    const track = video.current?.textTracks[0]
    if (!track) return
    track.mode = captions ? 'hidden' : 'showing'
    setCaptions(!captions)
  }
  function toggleFull() {
    if (document.fullscreenElement) return void document.exitFullscreen()
    // On iPhones only the video element itself can go full screen.
    const film = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null
    if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => undefined)
    else film?.webkitEnterFullscreen?.()
  }

  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [frame])

  // Pauses a film that has been scrolled out of view.
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) video.current?.pause()
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, video])

  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onWaiting: () => setWaiting(true),
    onPlaying: () => setWaiting(false),
    onCanPlay: () => setWaiting(false),
    onTimeUpdate: () => setTime(video.current?.currentTime ?? 0),
    onLoadedMetadata: () => {
      setDuration(video.current?.duration ?? 0)
      if (resumeAt.current) seek(resumeAt.current)
      resumeAt.current = 0
    },
    onDurationChange: () => setDuration(video.current?.duration ?? 0),
    onEnded: () => {
      setPlaying(false)
      seek(0)
    },
    onError: () => {
      setFailed(true)
      setWaiting(false)
      setPlaying(false)
    },
  }
  const state = { playing, waiting, failed, time, duration, captions, full }
  return { ...state, events, play, toggle, seek, retry, toggleSound, toggleCaptions, toggleFull }
}

/** Whether to show the controls: while the pointer moves over the film, and briefly after a touch. */
export function useControlsVisible() {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function hide() {
    clearTimeout(timer.current)
    setShown(false)
  }
  function show() {
    clearTimeout(timer.current)
    timer.current = setTimeout(hide, hideAfter)
    setShown(true)
  }
  return { shown, show, hide }
}
