import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Container } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import { RichText } from '~/ui/RichText'

const wrist = {
  url: '/images/industrial-robot.jpg',
  alt: 'The six-axis arm holds a gear before the lit chamber of a machine tool',
  width: 1600,
  height: 1200,
  widths: [320, 640, 960, 1280, 1600],
}

/** The last section: a picture of the arm on the left, a link to the products on the right. */
export function GetStarted({ title, html }: { title: string; html: string }) {
  return (
    <section aria-labelledby="get-started" className="relative isolate overflow-clip border-t">
      <Picture
        media={wrist}
        sizes="(min-width: 64rem) 50vw, 100vw"
        className="-z-10 h-32 w-full object-cover mask-[linear-gradient(black_70%,transparent)] lg:absolute lg:inset-y-0 lg:h-full lg:w-1/2 lg:mask-[linear-gradient(90deg,black_60%,transparent)]"
      />
      <Container className="grid py-[calc(var(--spacing-section)/2)] lg:grid-cols-2 lg:items-center">
        <div className="lg:col-start-2">
          <h2 id="get-started" className="text-h1 [font-stretch:125%]">
            {title}
          </h2>
          <RichText html={html} className="mt-5 max-w-prose text-muted" />
          <div className="mt-8">
            <ButtonLink to={paths.products} variant="primary">
              Browse Our Collection
            </ButtonLink>
          </div>
        </div>
      </Container>
    </section>
  )
}
