import type { ReactNode } from 'react'
import type { TechnologyId } from './technologies'

const text = 'fill-muted stroke-none font-mono text-lead sm:text-small'

/** A drawing of how the technology works; the card's text says the same. */
export function TechnologyDrawing({ of: id }: { of: TechnologyId }) {
  return (
    <svg
      viewBox="0 0 480 220"
      className="w-full fill-none stroke-control **:[vector-effect:non-scaling-stroke]"
      aria-hidden="true"
    >
      {drawings[id]}
    </svg>
  )
}

const drawings: Record<TechnologyId, ReactNode> = {
  // A picture, its feature maps, and how sure the network is.
  neural: (
    <>
      <path
        d="M24 40h132v140H24ZM24 75h132M24 110h132M24 145h132M57 40v140M90 40v140M123 40v140"
        className="stroke-line"
      />
      <path d="M82 66h16v16l10 14v62H72V96l10-14ZM72 118h36" className="stroke-fg" />
      <path
        d="M62 56h12M62 56v12M118 56h-12M118 56v12M62 168h12M62 168v-12M118 168h-12M118 168v-12"
        className="stroke-signal"
      />
      <path
        d="M156 40 196 62M156 180 196 158M256 78l32 10M256 142l32-10M330 98l28-32M330 106l28 6M330 116l28 40"
        className="stroke-line"
      />
      <path d="m196 70 24-16v112l-24 16ZM208 70l24-16v112l-24 16M220 70l24-16v112l-24 16M288 92l18-12v64l-18 12ZM298 92l18-12v64l-18 12M308 92l18-12v64l-18 12" />
      <path d="M358 58h84v14h-84Z" className="fill-fg stroke-fg" />
      <path d="M358 104h6v14h-6ZM358 150h3v14h-3ZM358 48v126" />
      <text x="358" y="38" className="fill-fg stroke-none font-mono text-lead sm:text-small">
        0.98
      </text>
    </>
  ),
  // Two channels, one comparison, one contact.
  security: (
    <>
      <path d="M112 26h72v60h-72ZM112 134h72v60h-72ZM126 26V14M148 26V14M170 26V14M126 206v-12M148 206v-12M170 206v-12M126 86v10M148 86v10M170 86v10M126 134v-10M148 134v-10M170 134v-10" />
      <path d="M28 56h84M28 164h84M184 56h66v40M184 164h66v-40" className="stroke-fg" />
      <path d="M226 96h48v28h-48ZM240 107h20M240 113h20" className="stroke-fg" />
      <path d="M274 110h44M374 110h82" className="stroke-fg" />
      <path d="m318 110 50-22" className="stroke-signal" />
      <circle cx="318" cy="110" r="4" className="fill-ground" />
      <circle cx="374" cy="110" r="4" className="fill-ground" />
      <path d="M28 46v20M36 50v12M44 46v20M52 50v12M28 154v20M36 158v12M44 154v20M52 158v12" />
      <text x="141" y="61" className={text}>
        A
      </text>
      <text x="141" y="169" className={text}>
        B
      </text>
      <text x="400" y="96" className={text}>
        STO
      </text>
    </>
  ),
  // The field of view from the side, to scale.
  vision: (
    <>
      <path d="M28 92h36v36H28ZM64 98h8v24h-8ZM14 100h14M14 120h14" className="stroke-fg" />
      <path d="M72 110 372 26M72 110l300 84" />
      <path d="M72 110 372 54M72 110 372 82M72 110h300M72 110l300 28M72 110l300 56" className="stroke-line" />
      <path d="M372 26v26h-26v32h40v30h-64v36h50v44" className="stroke-fg" />
      <path d="M372 14v192" strokeDasharray="10 4 2 4" className="stroke-line" />
      <path d="M72 136v76M372 206v6M72 206h300M72 206l10-3v6ZM372 206l-10-3v6ZM380 26h44M380 194h44M416 26v168M416 26l-3 10h6ZM416 194l-3-10h6Z" />
      <g className={text}>
        <text x="190" y="198" textAnchor="middle">
          700 mm
        </text>
        <text x="424" y="115" className="max-sm:hidden">
          390
        </text>
      </g>
    </>
  ),
  // Two fingers, their stroke and their force.
  automation: (
    <>
      <path d="M206 6h68v20h-68ZM180 26h120v38H180ZM214 45h52M140 64h200v14H140ZM152 78h22v96h-22ZM306 78h22v96h-22Z" />
      <path d="M174 96h5M174 108h5M174 120h5M174 132h5M174 144h5M174 156h5M306 96h-5M306 108h-5M306 120h-5M306 132h-5M306 144h-5M306 156h-5" />
      <path d="M226 92h28v20l14 18v66h-56v-66l14-18ZM212 156h56" className="stroke-fg" />
      <path d="M92 126h52M388 126h-52M144 126l-12-4v8ZM336 126l12-4v8Z" className="fill-fg stroke-fg" />
      <path
        d="M174 178v34M306 178v34M174 206h132M174 206l12-4v8ZM306 206l-12-4v8Z"
        className="stroke-signal"
      />
      <g className={text}>
        <text x="80" y="131" textAnchor="end">
          150 N
        </text>
        <text x="318" y="211" className="fill-fg">
          80 mm
        </text>
      </g>
    </>
  ),
  // One bus and its nodes.
  connectivity: (
    <>
      <path d="M8 110h464" className="stroke-fg" />
      <path d="M8 102v16M472 102v16" className="stroke-fg" />
      <path d="M70 66v44M220 66v44M370 66v44M110 110v44M260 110v44M410 110v44" />
      <path
        d="M22 22h96v44H22ZM172 22h96v44h-96ZM322 22h96v44h-96ZM62 154h96v44H62ZM212 154h96v44h-96ZM362 154h96v44h-96Z"
        className="fill-ground"
      />
      <path
        d="M66 106h8v8h-8ZM216 106h8v8h-8ZM366 106h8v8h-8ZM106 106h8v8h-8ZM256 106h8v8h-8Z"
        className="fill-fg stroke-fg"
      />
      <path d="M406 106h8v8h-8Z" className="fill-signal stroke-signal" />
      <g className={text} textAnchor="middle">
        <text x="70" y="49">
          PLC
        </text>
        <text x="220" y="49">
          ROS
        </text>
        <text x="370" y="49">
          fleet
        </text>
        <text x="110" y="181">
          arm
        </text>
        <text x="260" y="181">
          tool
        </text>
        <text x="410" y="181">
          camera
        </text>
      </g>
    </>
  ),
  // A day of driving and docking.
  power: (
    <>
      <path d="M40 24v140h420M34 24h6M34 59h6M34 94h6M34 129h6" />
      <path d="M40 59h420M40 94h420M40 129h420" className="stroke-line" />
      <path d="M44 32 268 148 338 32 456 93" className="stroke-fg" />
      <path d="M268 148v62M338 40v170M44 172v38" strokeDasharray="3 4" />
      <path d="M44 200h224M44 200l12-4v8ZM268 200l-12-4v8Z" />
      <path d="M268 200h70M268 200l10-4v8ZM338 200l-10-4v8Z" className="stroke-signal" />
      <g className={text} textAnchor="middle">
        <text x="156" y="192">
          8 h
        </text>
        <text x="303" y="192" className="fill-fg">
          2.5 h
        </text>
      </g>
    </>
  ),
}
