import { useEffect, useState } from 'react'
import { Button, IconButton } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Picture, type PictureSource } from '~/ui/Picture'

type Props = {
  images: PictureSource[]
  shown: number
  onShow: (index: number) => void
}

/** The pictures in full screen; arrow keys switch between them, a magnified one scrolls. */
export function Zoom({
  name,
  open,
  onClose,
  ...rest
}: Props & { name: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={name} place="full">
      <Stage {...rest} />
    </Dialog>
  )
}

function Stage({ images, shown, onShow }: Props) {
  const [magnified, setMagnified] = useState(false)
  const last = images.length - 1
  useEffect(() => {
    function move(event: KeyboardEvent) {
      // A magnified picture needs the arrow keys for scrolling.
      if (magnified) return
      if (event.key === 'ArrowRight' && shown < last) onShow(shown + 1)
      if (event.key === 'ArrowLeft' && shown > 0) onShow(shown - 1)
    }
    window.addEventListener('keydown', move)
    return () => window.removeEventListener('keydown', move)
  }, [magnified, shown, last, onShow])

  const image = images[shown]
  if (!image) return null
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this only names the scrollable area. */}
      <div
        role="group"
        aria-label={image.alt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        className="h-[calc(100dvh-13rem)] overflow-auto bg-ground -outline-offset-2"
      >
        <Picture
          media={image}
          className={magnified ? 'h-auto w-[250%] max-w-none' : 'size-full object-contain'}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="label min-w-0 text-muted">
          {shown + 1} / {images.length} <span className="hidden text-faint sm:inline">{image.alt}</span>
        </p>
        <div className="flex items-center gap-2">
          <Button size="sm" aria-pressed={magnified} onClick={() => setMagnified(!magnified)}>
            <Icon name={magnified ? 'minus' : 'plus'} className="size-4" />
            Zoom in
          </Button>
          <IconButton label="Previous picture" disabled={shown === 0} onClick={() => onShow(shown - 1)}>
            <Icon name="arrow-left" />
          </IconButton>
          <IconButton label="Next picture" disabled={shown === last} onClick={() => onShow(shown + 1)}>
            <Icon name="arrow" />
          </IconButton>
        </div>
      </div>
    </>
  )
}
