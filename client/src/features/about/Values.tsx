const values = [
  {
    title: 'Measured, then claimed',
    text: "We publish a figure after testing it, with the standard we tested to. We don't publish what we haven't measured.",
    figure: '±0.03 mm',
    proof: 'repeatability of the fixed arm, ISO 9283',
  },
  {
    title: 'Safe by construction',
    text: 'Two hardware channels monitor stop, speed and position. If only a warning sign makes a machine safe, we redesign it.',
    figure: 'PL d',
    proof: 'EN ISO 13849-1, Category 3, both arms in stock',
  },
  {
    title: 'Open to others',
    text: "Flanges, field buses and drivers follow published standards, so machines work with other makers' equipment.",
    figure: '50-4-M6',
    proof: 'tool flange of every industrial arm, ISO 9409-1',
  },
  {
    title: 'Made to be repaired',
    text: 'Replace a worn joint on site. Its calibration is stored inside, so the arm is back at work the same day.',
    figure: '2 h',
    proof: 'to replace a fixed-arm joint with hand tools',
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
