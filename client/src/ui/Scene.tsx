import { Picture } from './Picture'

/** A full-width rendering of machines at work (`media/shots/scenes.py`). */
export function Scene({ name, alt }: { name: string; alt: string }) {
  const url = `/images/${name}-1600.jpg`
  return (
    <Picture
      media={{ url, alt, width: 1600, height: 686, widths: [320, 640, 960, 1280, 1600] }}
      sizes="(min-width: 40rem) 100vw, 175vw"
      className="aspect-4/3 w-full border-b object-cover sm:aspect-21/9"
    />
  )
}
