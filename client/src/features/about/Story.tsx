import { type PageText, sectionOf } from '~/features/texts/sections'
import { Container } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { Elevation } from './Elevation'

/** The company's story beside the front of its workshop. */
export function Story({ text }: { text: PageText }) {
  const [story, history] = [sectionOf(text, 'story'), sectionOf(text, 'history')]
  return (
    <section aria-labelledby="story" className="border-b">
      <Container className="grid gap-x-8 lg:grid-cols-12">
        <div className="py-16 lg:col-span-7 lg:py-24">
          <h1 id="story">
            {story.label && (
              <span className="label mb-6 block font-normal text-faint uppercase">{story.label}</span>
            )}
            <span className="block max-w-[10em] [font-stretch:125%]">{text.title}</span>
          </h1>
          <RichText html={story.html} className="mt-8 max-w-[46ch] text-lead" />
          {history.html && (
            <RichText
              html={history.html}
              className="mt-14 grid gap-x-8 gap-y-5 border-t pt-6 text-muted sm:grid-cols-2"
            />
          )}
        </div>
        {history.html && (
          <div className="flex items-end lg:col-span-5 lg:border-l lg:pl-8">
            <Elevation />
          </div>
        )}
      </Container>
    </section>
  )
}
