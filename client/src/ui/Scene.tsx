import { Picture } from './Picture'

/** A wide picture of machines at work, one of our renderings (`media/shots/scenes.py`); its edges fade into the page. */
export function Scene({ name, alt }: { name: string; alt: string }) {
  const url = `/images/${name}-1600.jpg`
  return (
    <Picture
      media={{ url, alt, width: 1600, height: 1000, widths: [320, 640, 960, 1280, 1600] }}
      sizes="(min-width: 90rem) 85rem, 100vw"
      className="h-auto w-full"
    />
  )
}
