const label = 'stroke-none font-mono text-[1.6rem] md:text-body'
const dashed = { strokeDasharray: '6 6', className: 'stroke-control' }

/** How the three interfaces connect to machine and shop: solid lines exist, dashed ones are announced. */
export function SuiteDrawing() {
  return (
    <figure>
      <svg
        viewBox="0 0 760 430"
        className="w-full fill-none stroke-fg **:[vector-effect:non-scaling-stroke]"
        role="img"
        aria-label="Code for the control reaches the controller through the ROS driver, and the shop answers GraphQL: both exist. The Visual IDE with its job file and the mobile app are drawn dashed: they come with the suite."
      >
        {/* Control: a terminal. */}
        <path d="M10 20h220v140H10ZM10 46h220M24 33h4M36 33h4M48 33h4M28 68l10 9-10 9M52 86h34" />
        <path d="M28 108h96M28 124h140M28 140h64" className="stroke-control" />
        {/* Visual IDE: blocks. */}
        <g {...dashed}>
          <path d="M270 20h220v140H270ZM270 46h220M290 64h70v28h-70ZM400 84h70v28h-70ZM290 116h70v28h-70ZM360 78h40v12M400 104h-40v20" />
        </g>
        {/* Mobile. */}
        <g {...dashed}>
          <path d="M586 8h100v164H586ZM586 28h100M586 148h100M602 44h68v36h-68ZM602 94h68M602 108h68M602 122h40" />
        </g>

        <path d="M120 160v70M120 282v58M646 282v58" />
        <path d="m115 220 5 10 5-10M115 330l5 10 5-10M641 330l5 10 5-10" />
        <path d="M380 160v70M636 172v58M380 282v58" {...dashed} />
        <path d="m375 220 5 10 5-10M375 330l5 10 5-10M631 220l5 10 5-10" className="stroke-control" />

        <path d="M10 230h220v52H10ZM556 230h180v52H556ZM10 340h480v76H10ZM556 340h180v76H556Z" />
        <path d="M290 230h166l14 14v38H290ZM456 230v14h14" {...dashed} />
        <g transform="translate(376 342)">
          <path d="M22 68h30M27 68v-8h20v8M31 60a6 6 0 1 1 12 0M34 49 24 26M40 47 31 23M22 21a5 5 0 1 0 10 0 5 5 0 1 0-10 0M31 17 64 9M33 23 65 15M64 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0M65 18v8h8v-8M66 26v8M72 26v8" />
        </g>
        <path d="M714 356h8M714 378h8M714 400h8" className="stroke-signal stroke-2" />
        <g className={`fill-fg ${label}`}>
          <text x="26" y="263">
            ROS driver
          </text>
          <text x="572" y="263">
            GraphQL
          </text>
          <text x="26" y="385">
            controller
          </text>
          <text x="572" y="385">
            shop
          </text>
        </g>
        <text x="306" y="263" className={`fill-muted ${label}`}>
          job file
        </text>
      </svg>
      <figcaption className="label mt-5 flex flex-wrap gap-x-8 gap-y-2 text-faint">
        <span className="flex items-center gap-3">
          <Line />
          works today
        </span>
        <span className="flex items-center gap-3">
          <Line {...dashed} />
          comes with the suite
        </span>
      </figcaption>
    </figure>
  )
}

function Line(look: { strokeDasharray?: string; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className="size-8 stroke-fg" aria-hidden="true">
      <path d="M0 16h32" {...look} />
    </svg>
  )
}
