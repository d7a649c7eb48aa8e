const drawing = 'w-full fill-none stroke-control'
const lit = 'stroke-muted transition-colors duration-200 group-hover:stroke-signal'

/** Drawing sheets with their title block. */
export function Sheets() {
  return (
    <svg viewBox="0 0 240 180" className={drawing} aria-hidden="true">
      <path d="M40.5 34.5v-24h180v126h-20" />
      <path d="M20.5 56.5v-22h180v126h-20" />
      <path d="M4.5 56.5h176v119h-176Z" className={lit} />
      <path d="M112.5 175.5v-26h68M112.5 162.5h68M146.5 149.5v26" />
      <path d="M30.5 140.5h44v-10h-30v-22l34-30 10 12-28 24v10" className="stroke-muted" />
      <circle cx="83" cy="84" r="9" className="stroke-muted" />
      <circle cx="83" cy="84" r="2" className="fill-signal stroke-none" />
      <path d="M83 70V64M83 104V98M69 84H63M103 84H97" />
      <path d="M112.5 84V140M106 84.5H118M106 140.5H118" />
    </svg>
  )
}

/** A frame of film over its time line. */
export function FilmDrawing() {
  return (
    <svg viewBox="0 0 240 120" className={drawing} aria-hidden="true">
      <path d="M4.5 8.5h232v76h-232Z" className={lit} />
      <path d="M4.5 20.5h232M4.5 72.5h232M82.5 20.5v52M158.5 20.5v52" />
      <path d="M112.5 34.5v24l20-12Z" className="stroke-fg" />
      <path d="M4.5 104.5h232M4.5 98v13M62.5 101v7M120.5 98v13M178.5 101v7M236.5 98v13" />
      <path d="M92.5 94v21" className="stroke-signal" />
    </svg>
  )
}

/** A list of questions, one of them open. */
export function Questions() {
  return (
    <svg viewBox="0 0 240 120" className={drawing} aria-hidden="true">
      <path d="M4.5 8.5h232M4.5 34.5h232M4.5 86.5h232M4.5 112.5h232" />
      <path d="M16 21.5h96M16 47.5h124M16 99.5h72" className="stroke-muted" />
      <path d="M16 62.5h184M16 74.5h132" />
      <path d="M219.5 17v9M215 21.5h9M219.5 95v9M215 99.5h9" />
      <path d="M215 47.5h9" className={lit} />
    </svg>
  )
}
