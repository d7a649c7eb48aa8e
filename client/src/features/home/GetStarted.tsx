import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Container } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import { RichText } from '~/ui/RichText'

const wrist = {
  url: '/images/industrial-robot.jpg',
  alt: 'Wrist and gripper of the six-axis arm',
  width: 1200,
  height: 900,
}

/** The way out of the page: the arm reaches in from the left, the collection is on the right. */
export function GetStarted({ title, html }: { title: string; html: string }) {
  return (
    <section aria-labelledby="get-started" className="relative isolate overflow-clip border-t">
      <Picture
        media={wrist}
        sizes="(min-width: 64rem) 60vw, 100vw"
        className="-z-10 h-32 w-full object-cover mask-[linear-gradient(black_70%,transparent)] lg:absolute lg:inset-y-0 lg:left-0 lg:h-full lg:w-3/5 lg:mask-[linear-gradient(90deg,black_60%,transparent)] "
      />
      <Container className="grid pb-section lg:min-h-82 lg:grid-cols-2 lg:items-center">
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
