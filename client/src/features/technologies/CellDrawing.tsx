/** Numbered balloons of the drawing and the points they name, in the order of the technologies. */
const balloons = [
  { at: [130, 250], to: [130, 362] },
  { at: [300, 372], to: [188, 446] },
  { at: [900, 72], to: [856, 206] },
  { at: [650, 62], to: [690, 186] },
  { at: [256, 570], to: [256, 488] },
  { at: [1240, 330], to: [1240, 462] },
] as const

/** A cell that uses all six technologies; its numbers are those of the cards. */
export function CellDrawing() {
  return (
    <svg
      viewBox="20 0 1300 620"
      className="w-full fill-none stroke-control **:[vector-effect:non-scaling-stroke]"
      role="img"
      aria-label="Line drawing of a robot cell: a control cabinet, an arm on a rail with gripper and camera, a shelf and a mobile base; numbers one to six point at the six technologies"
    >
      {/* Cabinet: vision controller on top of the arm's. */}
      <path d="M60 300h140v200H60ZM60 388h140M76 316h108v56H76ZM90 316v56M104 316v56M118 316v56M132 316v56M146 316v56M160 316v56M174 316v56M76 404h60v16H76ZM76 436h108M76 448h108M76 460h108M160 404h24v16h-24Z" />
      <path d="M200 478h36c30 0 24 10 64 10" className="stroke-fg" />

      {/* Rail, carriage and arm. */}
      <path d="M300 470h560v30H300ZM300 484h560M600 470v-28h130v28" />
      <path
        d="M630 442v-30h76v30M638 412a28 28 0 1 1 60 0M646 368 572 238M694 372 618 220M568 214a30 30 0 1 0 60 0 30 30 0 1 0-60 0M588 186 796 128M608 242 806 184M776 156a26 26 0 1 0 52 0 26 26 0 1 0-52 0M790 182v20h28v-20M772 202h62v34h-62ZM780 236v36h10v-36M816 236v36h10v-36"
        className="fill-ground stroke-fg"
      />
      <path d="M796 246h14v14l6 10v42h-26v-42l6-10Z" />

      {/* Camera and what it sees. */}
      <path d="M834 208h14M848 200h40v18h-40Z" className="stroke-fg" />
      <path d="M868 218 800 400M868 218l68 182" strokeDasharray="6 6" />

      {/* Shelf. */}
      <path d="M950 110h190v390H950ZM950 200h190M950 300h190M950 400h190M1045 110v390" />
      <path
        d="M964 158h18v42h-18ZM988 158h18v42h-18ZM1012 158h18v42h-18ZM1060 166h30v34h-30ZM1098 166h30v34h-30ZM964 262h64v38h-64ZM1060 250h16v50h-16ZM1082 250h16v50h-16ZM1104 250h16v50h-16ZM964 366h28v34h-28ZM1000 366h28v34h-28ZM1060 350h68v50h-68ZM970 452h60v48h-60Z"
        className="stroke-line"
      />

      {/* Mobile base with its battery. */}
      <path d="M1180 440h120v44h-120ZM1192 484a12 12 0 0 0 24 0M1264 484a12 12 0 0 0 24 0M1216 452h48v20h-48ZM1264 458h5v8h-5ZM1170 470h10M1196 440v-12h20v12M1240 440v-4h48v4" />
      <path d="M20 500h1300" />

      <g className="stroke-signal max-md:hidden">
        <path d="M360 512v56M800 512v56M360 556h440M360 556l16-5v10ZM800 556l-16-5v10Z" />
        <text x="580" y="546" textAnchor="middle" className="fill-fg stroke-none font-mono text-lead">
          1500 mm
        </text>
      </g>

      {balloons.map(({ at: [x, y], to: [toX, toY] }, index) => (
        <g key={x} className="stroke-fg">
          <path d={`M${x} ${y}L${toX} ${toY}`} />
          <circle cx={toX} cy={toY} r="5" className="fill-fg" />
          <circle cx={x} cy={y} className="fill-ground [r:42px] sm:[r:24px]" />
          <text
            x={x}
            y={y}
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-fg stroke-none font-mono text-[2rem] sm:text-lead"
          >
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}
