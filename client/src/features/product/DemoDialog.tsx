import { Dialog } from '~/ui/Dialog'
import { Film } from '~/ui/Film'
import { Poster } from './Demo'
import type { Demo_ProductFragment } from './Demo.gen'

/** The film in a dialog; without one, a note over the poster. */
export function DemoDialog({
  product,
  open,
  onClose,
}: {
  product: Demo_ProductFragment
  open: boolean
  onClose: () => void
}) {
  const { name, video } = product
  return (
    <Dialog open={open} onClose={onClose} title={`${name} demo`} place="wide">
      {video ? (
        <Film
          url={video.url}
          poster={video.poster}
          title={name}
          description={video.alt}
          captions={video.captions}
          captionsLanguage={video.captionsLanguage}
          autoPlay
        />
      ) : (
        <div className="relative flex min-h-64 items-end overflow-hidden bg-ground sm:aspect-video">
          <Poster product={product} className="absolute inset-0 size-full object-contain opacity-60" />
          <div className="relative w-full bg-ground/85 py-4">
            <p className="text-h2 font-semibold">Coming Soon</p>
            <p className="mt-2 max-w-prose text-muted">There's no demo video for this product yet.</p>
          </div>
        </div>
      )}
    </Dialog>
  )
}
