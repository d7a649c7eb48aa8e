import { brand } from '~/lib/brand'
import { Container } from '~/ui/Layout'
import { Elevation } from './Elevation'

/** The company's story beside the front of its workshop. */
export function Story() {
  return (
    <section aria-labelledby="story" className="border-b">
      <Container className="grid gap-x-8 lg:grid-cols-12">
        <div className="py-16 lg:col-span-7 lg:py-24">
          <h1 id="story">
            <span className="label mb-6 block font-normal text-faint uppercase">About us</span>
            <span className="block max-w-[10em] [font-stretch:125%]">
              Machines that keep to their data plate
            </span>
          </h1>
          <p className="mt-8 max-w-[46ch] text-lead">
            {brand.name} builds robotic arms, mobile robots and the parts between them, in a workshop in
            Amsterdam. {brand.retail} is its retail-automation brand: the same machines, at work between
            shelves.
          </p>
          <div className="mt-14 grid gap-x-8 gap-y-5 border-t pt-6 text-muted sm:grid-cols-2">
            <p>
              It began with a complaint. The founders had spent years putting other makers' robots into cells,
              and had learnt to read brochures with suspicion: a payload without its reach, a repeatability
              without its standard, a price on request.
            </p>
            <p>
              So the first thing they finished was a data plate. 6 kg at 900 mm, ±0.03 mm, 24 kg of own mass:
              the arm was designed backwards from it, with the encoders behind the gears, where the position
              counts.
            </p>
            <p>
              The workshop stands on a canal. The first arm came in as furniture does here, on the hoisting
              beam under the gable. Arms now leave by the door, each with its own calibration report.
            </p>
            <p>
              Shops came next. A pilot on a rail showed that picking from a shelf is machine tending by
              another name, and {brand.retail} grew out of that cell.
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
