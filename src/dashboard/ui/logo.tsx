// The logo: a swing tag with clipped corners; the string through its eyelet ends in a raised hand.
function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className="flex-none text-brand-500"
    >
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M7.3 12.6h9.4l3.8 3.8v5.1a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5v-5.1zM12 15.4a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z"
      />
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8.4 13 5.6 8.9c-.9-1.4.9-2.6 1.9-1.3L9 9.5M9 9.5V4.2c0-1.6 2.4-1.6 2.4 0v4.3m0 0V2.6c0-1.6 2.4-1.6 2.4 0v5.9m0 0V4.6c0-1.6 2.4-1.6 2.4 0v5.2c0 1.3-.3 2.3-.9 3.2"
      />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-[9px] text-panel font-semibold tracking-[-.01em] text-ink">
      <LogoMark />
      Storehand
    </span>
  )
}
