const values = [
  {
    title: 'Measured, then claimed',
    text: 'A figure goes on the plate after its test, and the standard that it was tested by goes with it. What has not been measured has no place there.',
    figure: '±0.03 mm',
    proof: 'repeatability of the fixed arm, ISO 9283',
  },
  {
    title: 'Safe by construction',
    text: 'Stop, speed and position are watched in two channels of hardware. A machine that can only be made safe by a sign goes back to the drawing board.',
    figure: 'PL d',
    proof: 'EN ISO 13849-1, Category 3, both arms in stock',
  },
  {
    title: 'Open to others',
    text: 'A machine that talks to its maker alone grows old with its maker. Flange, field buses and drivers follow published standards.',
    figure: '50-4-M6',
    proof: 'tool flange of every industrial arm, ISO 9409-1',
  },
  {
    title: 'Made to be repaired',
    text: 'A worn joint is exchanged where the arm stands, and its calibration travels inside it. The arm is back at work on the same day.',
    figure: '2 h',
    proof: 'about, for a joint of the fixed arm, with hand tools',
  },
]

/** The four core values, each beside the figure that it has to answer for. */
export function Values() {
  return (
    <ul className="-mx-gutter grid gap-px border-y bg-line sm:mx-0 sm:border-x md:grid-cols-2">
      {values.map(({ title, text, figure, proof }) => (
        <li key={title} className="flex flex-col bg-ground p-gutter">
          <h3 className="text-h2">{title}</h3>
          <p className="mt-4 mb-14 max-w-[46ch] text-muted">{text}</p>
          <p className="mt-auto text-h1 font-semibold [font-stretch:125%]">{figure}</p>
          <p className="label mt-3 text-faint">{proof}</p>
        </li>
      ))}
    </ul>
  )
}
