// The drawing beside the sign-in form: the back room of a shop, with one violet tag waiting on the bench.
export function BackRoomDrawing() {
  return (
    <svg
      viewBox="0 0 560 520"
      aria-hidden="true"
      className="h-auto w-full max-w-[560px] fill-none stroke-ink-2"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g>
        {/* lamp over the bench */}
        <path d="M312 14v58M286 100a26 26 0 0 1 52 0z" />
        <path d="M304 100a8 8 0 0 0 16 0" />
        <path d="M262 132l-10 16M312 136v18M362 132l10 16" />
      </g>
      <g>
        {/* shelves with tins, boxes and a roll of paper */}
        <path d="M36 44v434M216 44v434M36 150h180M36 262h180M36 374h180M36 44h180" />
        <path d="M54 150v-48h34v48M54 114h34M50 102h42v-9H50zM64 128h14" />
        <path d="M104 150V88h40v62M104 104h40M100 88h48v-10h-48zM114 122h20M114 130h12" />
        <path d="M160 150v-36h38v36M160 126h38M174 126v8h10v-8" />
        <path d="M52 262v-66h66v66M52 214h66M78 196v18h14v-18M62 248h20" />
        <path d="M128 262v-44h58v44M128 232h58M150 218v14h12v-14" />
        <path d="M136 218v-26h42v26M136 202h42" />
        <circle cx="70" cy="352" r="22" />
        <circle cx="70" cy="352" r="7" />
        <path d="M70 330h66a22 22 0 0 1 0 44H70M92 352h66" />
        <path d="M168 374v-78h14v78M186 374v-66h12v66M182 310h4" />
        <path d="M54 478v-72h62v72M54 424h62M78 406v18h14v-18M128 478v-54h68v54M128 440h68M154 424v16h16v-16" />
      </g>
      <g>
        {/* apron, scarf and keys on the pegs */}
        <path d="M396 70h132M424 70v6a5 5 0 0 0 10 0M470 70v6a5 5 0 0 0 10 0M512 70v6a4 4 0 0 0 8 0" />
        <path d="M416 116c-6-20 2-32 13-36 11 4 19 16 13 36" />
        <path d="M408 116h42l6 30c3 8 10 12 21 14v70c-32 9-64 9-96 0v-70c11-2 18-6 21-14z" />
        <path d="M404 176h50v24a5 5 0 0 1-5 5h-40a5 5 0 0 1-5-5zM429 176v12" />
        <path d="M381 162c-12 8-16 22-12 40M477 162c8 6 12 14 12 24" />
        <path d="M516 80v26" />
        <circle cx="516" cy="116" r="10" />
        <path d="m511 125-6 34 5 3 3-5-2-4 4-3 5-24M521 125l7 30 5-2-1-6 3-2-6-21" />
      </g>
      <g>
        {/* bench: scales, teapot, a pile of applications, the tag */}
        <path d="M244 368h300M258 368v110M530 368v110M258 410h272M394 410v68M318 434h18M454 434h18" />
        <path d="M276 368v-10h72v10M312 358v-44M282 314h60M282 314c0 14-18 14-18 0zM360 314c0 14-18 14-18 0zM264 314l9-20 9 20M342 314l9-20 9 20M273 294h78M312 314v-24" />
        <path d="M384 368l6-78h78l6 78z" />
        <path d="M392 358l7-76h70l7 76" />
        <path d="M406 302h46M405 314h52M404 326h34M403 338h50M402 350h26" />
        <path d="M494 368c-10-8-14-18-14-28h40c0 10-4 20-14 28z" />
        <path d="M520 346c12-2 16 4 14 12s-10 12-20 10M486 332c-5-6 5-11 0-18M500 332c-5-6 5-11 0-18M513 332c-5-6 5-11 0-18" />
      </g>
      <path d="M430 282c-6-14 8-22 16-12s-2 20-8 26" />
      <path className="fill-brand-500 stroke-none" d="m432 292 12-6 40 12-9 30-40-12z" />
      <circle className="fill-sunken" cx="443" cy="298" r="3.500" />
      <path d="M16 478h528" />
    </svg>
  )
}
