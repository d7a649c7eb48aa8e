import { settings } from '~/lib/settings'

const windows = [214, 293, 372].flatMap((x) => [372, 482].map((y) => ({ x, y })))

/** A drawing of the workshop's front with the first arm on the hoisting beam, beside the story. */
export function Elevation() {
  const shop = settings()
  return (
    <svg
      viewBox="0 0 640 800"
      className="mx-auto w-full max-w-xl fill-none stroke-control"
      role="img"
      aria-label="Front elevation of a canal house: a crate with a robotic arm hangs from the hoisting beam under its stepped gable"
    >
      {/* The neighbours: a neck gable and a bell gable. */}
      <g className="stroke-line">
        <path d="M0 330h18c22 0 30-18 30-44v-74h74v74c0 26 8 44 30 44h28M76 212l9-18 9 18M20 392h48v66H20ZM98 392h48v66H98ZM20 502h48v66H20ZM98 502h48v66H98ZM20 612h48v88H20ZM98 612h48v88H98Z" />
        <path d="M460 360h22c20 0 22-30 34-56s26-42 44-42 32 16 44 42 14 56 34 56h2M492 402h44v62h-44ZM574 402h44v62h-44ZM492 508h44v62h-44ZM574 508h44v62h-44ZM492 614h44v86h-44ZM574 614h44v86h-44Z" />
      </g>

      {/* The building. */}
      <path d="M180 700V318h36v-46h34v-46h34v-46h72v46h34v46h34v46h36v382" className="stroke-fg" />
      <path d="M180 318h280M180 590h280M180 598h280M180 350h280" />
      <path d="M300 196h40v44h-40ZM320 196v44M300 218h40" />
      {windows.map(({ x, y }) => (
        <path key={`${x} ${y}`} d={`M${x} ${y}h54v84h-54ZM${x + 27} ${y}v84M${x} ${y + 42}h54`} />
      ))}
      <path d="M204 622h66v78h-66ZM204 648h66M237 648v52M290 614h60v86h-60ZM290 636h60M342 668v8M370 622h66v78h-66ZM370 648h66M403 648v52M284 700h72v-7h-72Z" />

      {/* Beam, rope, sling and crate. */}
      <path d="M311 140h18v18h-18ZM311 140l18 18M329 140l-18 18" className="stroke-fg" />
      <path d="M320 158v166" className="stroke-fg" />
      <path d="M320 324a8 8 0 1 0 8 8M320 340 246 392M320 340l74 52" className="stroke-fg" />
      <path d="M236 392h168v130H236Z" className="fill-ground stroke-fg" />
      <path d="M236 404h168M236 510h168M246 404v106M394 404v106" />
      <g transform="translate(240 396) scale(1.6)" strokeWidth="0.8" className="stroke-fg">
        <path d="M22 68h30M27 68v-8h20v8M31 60a6 6 0 1 1 12 0M34 49 24 26M40 47 31 23M22 21a5 5 0 1 0 10 0 5 5 0 1 0-10 0M31 17 64 9M33 23 65 15M64 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0M65 18v8h8v-8M66 26v8M72 26v8" />
      </g>
      <g className="stroke-signal">
        <path d="M404 448h84l22-26h42" />
        <path d="m414 444-10 4 10 4Z" className="fill-signal" />
      </g>

      {/* Street, quay and water. */}
      <path d="M0 700h640M0 716h640" />
      <path
        d="M24 744h92M150 744h40M236 744h130M410 744h64M520 744h96M0 764h50M96 764h120M270 764h56M368 764h120M540 764h60M60 784h70M190 784h150M396 784h52M500 784h110"
        className="stroke-line"
      />

      <g className="fill-fg stroke-none font-mono text-lead sm:text-body">
        <text x="560" y="428" className="fill-signal">
          24 kg
        </text>
        <text x="320" y="104" textAnchor="middle" className="fill-muted">
          {shop.office.street}
        </text>
      </g>
    </svg>
  )
}
