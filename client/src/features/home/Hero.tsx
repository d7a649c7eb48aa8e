import { type PageText, sectionOf } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Container } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import { RichText } from '~/ui/RichText'
import { Skeleton } from '~/ui/Skeleton'
import { HeroDimensions } from './HeroDimensions'
import { Parallax } from './Parallax'

const machine = {
  url: '/images/hero-robot.jpg',
  alt: 'Six-axis robotic arm with a parallel gripper, standing on a dark floor',
  width: 1600,
  height: 1000,
  widths: [320, 640, 960, 1280, 1600],
}

/** The first screen: the machine with its dimensions, the claim and links. `text` is undefined while loading. */
export function Hero({ text, nextId }: { text: PageText | null | undefined; nextId: string }) {
  const { label, title, html } = sectionOf(text, 'hero')
  return (
    <section
      aria-label="Introduction"
      className="relative isolate flex flex-col overflow-clip border-b lg:min-h-[clamp(38rem,min(100svh-4.5rem,62vw),60rem)] lg:justify-end"
    >
      <Paper />
      {/* The picture fades out at its edges, so that it can extend past the page's right edge. Phones get its centre,
          5:4, in a box that is no flatter, so that the dimensions fit both. The fade is gradients on top, neither
          masks nor blending: without a graphics card, either composes the whole screen anew for each frame of an
          animation. */}
      <div className="relative -z-10 h-[min(46svh,26rem)] max-[30rem]:min-h-[80vw] lg:absolute lg:inset-y-0 lg:left-[max(18.5rem,27.5%,calc(50%-22.5rem))] lg:h-auto lg:w-[min(100%,96rem)]">
        <Picture
          media={machine}
          eager
          sizes="(min-width: 96rem) 96rem, 100vw"
          className="size-full object-cover"
        >
          {['avif', 'webp'].map((format) => (
            <source
              key={format}
              media="(max-width: 30rem)"
              type={`image/${format}`}
              srcSet={[576, 768, 960]
                .map((width) => `/images/hero-robot-phone-${width}.${format} ${width}w`)
                .join(', ')}
            />
          ))}
        </Picture>
        <div className="absolute inset-x-0 bottom-0 h-10 bg-[linear-gradient(transparent,var(--color-ground))] lg:hidden" />
        {/* The machine does not reach the arc. */}
        <Parallax
          index={2}
          className="absolute top-[-10%] left-[20%] aspect-square w-1/2 rounded-[50%] border border-dashed border-transparent border-l-line max-lg:hidden"
        />
        <HeroDimensions />
      </div>
      <Container className="pb-8 lg:pb-10">
        {label && <p className="label stagger-200 text-faint uppercase">{label}</p>}
        <h1 className="display stagger-200 mt-5 max-w-[7em]">{text ? text.title : settings().name}</h1>
        {text === undefined ? (
          <Skeleton className="mt-5 h-28 max-w-[46ch]" />
        ) : (
          <>
            {title && <p className="stagger-400 mt-5 text-h2">{title}</p>}
            <RichText html={html} className="stagger-600 mt-4 max-w-[46ch] text-muted" />
          </>
        )}
        <div className="stagger-800 mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.products} variant="primary">
            Explore Products
          </ButtonLink>
          <ButtonLink to={paths.contact}>Contact Us</ButtonLink>
        </div>
        <ScrollDown targetId={nextId} />
      </Container>
    </section>
  )
}

/**
 * Grid paper below the machine. Its two layers, and on wide screens an arc before the machine, move apart while the
 * screen scrolls away.
 */
function Paper() {
  return (
    <div className="absolute inset-0 -z-10">
      <Parallax
        index={0}
        className="absolute inset-0 bg-[linear-gradient(var(--color-plate)_1px,transparent_1px),linear-gradient(90deg,var(--color-plate)_1px,transparent_1px)] bg-size-[6rem_6rem]"
      />
      <Parallax index={1} className="absolute inset-0">
        <div className="size-full bg-[linear-gradient(var(--color-line)_1px,transparent_1px),linear-gradient(90deg,var(--color-line)_1px,transparent_1px)] mask-[radial-gradient(circle,black_0.4rem,transparent_0.45rem)] mask-size-[24rem_24rem] bg-size-[24rem_24rem] bg-position-[12rem_12rem]" />
      </Parallax>
      <div className="absolute inset-0 bg-[linear-gradient(transparent_40%,var(--color-ground)_90%)] lg:bg-[linear-gradient(90deg,transparent_10%,var(--color-ground)_27%)]" />
    </div>
  )
}

function ScrollDown({ targetId }: { targetId: string }) {
  const scroll = () => {
    const target = document.getElementById(targetId)
    if (!target) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      onClick={scroll}
      aria-label="Scroll down to the featured products"
      className="label stagger-1200 mt-8 -ml-3 inline-flex min-h-11 items-center gap-3 rounded-plate px-3 text-muted transition-colors hover:text-fg lg:mt-12"
    >
      <Icon name="arrow-down" className="size-4 text-signal" />
      Scroll down
    </button>
  )
}
