import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { modelOf } from '~/features/motion/models'
import { loadOnDemand } from '~/lib/chunks'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import type { ProductQuery } from './Product.gen'

type Part = typeof import('~/features/motion/SeeItMove')
type Opened = Part | 'loading' | 'failed'

/** A fragment that opens the 3D view. */
const hash = '#motion'

const importPart = () => import('~/features/motion/SeeItMove')

async function load(to: (opened: Opened) => void) {
  to('loading')
  const keepOpen = () => window.history.replaceState(window.history.state, '', hash)
  to(await loadOnDemand(importPart, keepOpen).catch(() => 'failed' as const))
}

/** The 3D view, if there is a model: a button on the pictures, and the section that it opens, whose code loads then. */
export function useMotion({ id, name, model, images }: NonNullable<ProductQuery['product']>) {
  const [opened, setOpened] = useState<Opened>()
  const button = useRef<HTMLButtonElement>(null)
  const drawn = modelOf(model)
  const wanted = useLocation().hash === hash && drawn !== undefined
  useEffect(() => {
    if (wanted) load(setOpened)
  }, [wanted])
  if (!drawn) return {}
  const failed = opened === 'failed'
  return {
    button: (
      <div className="absolute bottom-0 left-0 z-10 flex flex-wrap gap-2">
        {failed && (
          <p role="alert" className="bg-ground/85 p-3 text-small text-muted">
            Couldn't load the 3D view. {navigator.onLine || 'You are offline.'}
          </p>
        )}
        <Button
          ref={button}
          size="sm"
          className="justify-self-start bg-ground"
          loading={opened === 'loading'}
          loadingText="Loading the 3D view..."
          onClick={() => load(setOpened)}
        >
          <Icon name="robot" className="size-4" />
          {failed ? 'Try again' : 'See it move'}
        </Button>
        {/arm|cobot/i.test(drawn) && (
          <ButtonLink size="sm" className="justify-self-start bg-ground" to={`${paths.plan}?arm=${id}`}>
            Plan a cell
          </ButtonLink>
        )}
      </div>
    ),
    part: typeof opened === 'object' && (
      <opened.SeeItMove
        name={name}
        model={drawn}
        picture={images[0]}
        onClose={() => {
          setOpened(undefined)
          button.current?.focus()
        }}
      />
    ),
  }
}
