import { useLayoutEffect, useRef } from 'react'
import { Button } from '~/ui/Button'
import { Section, SectionHeading } from '~/ui/Layout'
import type { PictureSource } from '~/ui/Picture'
import { MotionView } from './MotionView'
import type { Model } from './models'

/** The section of a product's page with the 3D view. It takes the focus when opened. */
export function SeeItMove({
  name,
  model,
  picture,
  onClose,
}: {
  name: string
  model: Model
  picture?: PictureSource
  onClose: () => void
}) {
  const heading = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView()
  }, [])
  return (
    <Section id="motion" tight>
      <SectionHeading
        label="In motion"
        title={
          <span ref={heading} tabIndex={-1}>
            See it move
          </span>
        }
        lead={`${name}, to scale. Move the joints and read the tool position.`}
        action={
          <Button size="sm" onClick={onClose}>
            Close 3D view
          </Button>
        }
      />
      <MotionView name={name} model={model} picture={picture} />
    </Section>
  )
}
