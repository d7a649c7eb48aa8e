import { useRef, useState } from 'react'
import { modelOf } from '~/features/motion/models'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import type { ProductQuery } from './Product.gen'

type Part = typeof import('~/features/motion/SeeItMove')

/**
 * The machine in three dimensions, if there is a model of it: a button under the pictures, and the part that it opens, whose code
 * comes then.
 */
export function useMotion({ name, model, images }: NonNullable<ProductQuery['product']>) {
  const [open, setOpen] = useState<Part | 'loading' | 'failed'>()
  const button = useRef<HTMLButtonElement>(null)
  const drawn = modelOf(model)
  if (!drawn) return {}

  async function load() {
    setOpen('loading')
    setOpen(await import('~/features/motion/SeeItMove').catch(() => 'failed' as const))
  }

  return {
    button: (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={button}
          size="sm"
          loading={open === 'loading'}
          loadingText="Loading the view..."
          onClick={load}
        >
          <Icon name="robot" className="size-4" />
          {open === 'failed' ? 'Try again' : 'See it move'}
        </Button>
        {open === 'failed' && (
          <p role="alert" className="text-small text-muted">
            {navigator.onLine
              ? 'The view could not be loaded.'
              : 'You are offline: the view could not be loaded.'}
          </p>
        )}
      </div>
    ),
    part: typeof open === 'object' && (
      <open.SeeItMove
        name={name}
        model={drawn}
        picture={images[0]}
        onClose={() => {
          setOpen(undefined)
          button.current?.focus()
        }}
      />
    ),
  }
}
