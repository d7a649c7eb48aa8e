import { settings } from '~/lib/settings'
import { Container } from '~/ui/Layout'
import { Elevation } from './Elevation'

/** The company's story beside the front of its workshop. */
export function Story() {
  const shop = settings()
  return (
    <section aria-labelledby="story" className="border-b">
      <Container className="grid gap-x-8 lg:grid-cols-12">
        <div className="py-16 lg:col-span-7 lg:py-24">
          <h1 id="story">
            <span className="label mb-6 block font-normal text-faint uppercase">About us</span>
            <span className="block max-w-[10em] [font-stretch:125%]">
              Machines that match their data plate
            </span>
          </h1>
          <p className="mt-8 max-w-[46ch] text-lead">
            {shop.name} builds robotic arms, mobile robots and the parts between them, in a workshop in
            Amsterdam.
            {shop.retail &&
              ` ${shop.retail} is its retail-automation brand: the same machines, working between shelves.`}
          </p>
          <div className="mt-14 grid gap-x-8 gap-y-5 border-t pt-6 text-muted sm:grid-cols-2">
            <p>
              The founders spent years integrating other makers' robots and learned to distrust brochures: a
              payload without its reach, a repeatability without its standard, a price on request.
            </p>
            <p>
              So they finished the data plate first: 6 kg at 900 mm, ±0.03 mm, 24 kg of mass. They designed
              the arm to meet it, with encoders behind the gears, where position counts.
            </p>
            <p>
              The workshop is on a canal. The first arm came in on the hoisting beam under the gable. Today
              every arm ships with its own calibration report.
            </p>
            <p>
              Shops came next. A pilot on a rail showed that picking from a shelf is much like machine
              tending, and {shop.retail || 'our retail automation'} grew out of that cell.
            </p>
          </div>
        </div>
        <div className="flex items-end lg:col-span-5 lg:border-l lg:pl-8">
          <Elevation />
        </div>
      </Container>
    </section>
  )
}
