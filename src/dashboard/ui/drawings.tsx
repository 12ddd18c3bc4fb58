// Line drawings of things in a shop's back room: ink lines, one violet shape each.
import type { ReactNode } from 'react'

const paper = 'fill-surface'
const violet = 'fill-brand-500 stroke-none'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 96"
      width="120"
      height="96"
      aria-hidden="true"
      className="block fill-none stroke-ink-2"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/** An apron on its peg: no applicants. */
export function Apron() {
  return (
    <Drawing>
      <path d="M22 13h76M60 13v4.500a3.500 3.500 0 0 0 7 0" />
      <path d="M51 37c-3-8 1-16 9-18 8 2 12 10 9 18" />
      <path
        className={paper}
        d="M47 37h26l2.500 14c1.500 4 5 6 10.500 7v25c-17 5-35 5-52 0V58c5.500-1 9-3 10.500-7z"
      />
      <path d="M34 60c-6 2-10 8-9 18M86 60c6 2 10 8 9 18" />
      <path className={violet} d="M49 61h22v9a4 4 0 0 1-4 4H53a4 4 0 0 1-4-4z" />
      <path d="M60 61v6M47 44h26" />
    </Drawing>
  )
}

/** A closed padlock on a shelf: no incidents. */
export function Padlock() {
  return (
    <Drawing>
      <path d="M14 78h92M24 78v9M96 78v9" />
      <path d="M48 44V32a12 12 0 0 1 24 0v12" />
      <path
        className={paper}
        d="M39 44h42a3 3 0 0 1 3 3v28a3 3 0 0 1-3 3H39a3 3 0 0 1-3-3V47a3 3 0 0 1 3-3z"
      />
      <circle className={violet} cx="60" cy="58" r="5.500" />
      <path d="M60 63v7" />
    </Drawing>
  )
}

/** A swing tag on its string: no store pages. */
export function SwingTag() {
  return (
    <Drawing>
      <path d="M20 14h80M60 14c0 10-14 12-14 22" />
      <path className={paper} d="M32 44 46 30l42 42-14 14a4 4 0 0 1-6 0L32 50a4 4 0 0 1 0-6z" />
      <circle className={paper} cx="46" cy="40" r="3.500" />
      <path className={violet} d="m58 46 8-8 12 12-8 8z" />
      <path d="m54 60 12 12M62 56l8 8" />
    </Drawing>
  )
}

/** A clipboard with an empty list: no jobs. */
export function Clipboard() {
  return (
    <Drawing>
      <path
        className={paper}
        d="M34 16h52a5 5 0 0 1 5 5v62a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5V21a5 5 0 0 1 5-5z"
      />
      <path
        className={violet}
        d="M50 9h20a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H50a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3z"
      />
      <path d="M39 36h8v8h-8zM39 52h8v8h-8zM39 68h8v8h-8M55 40h25M55 56h18M55 72h22" />
      <path d="m41 39.500 2 2 3.500-4" />
    </Drawing>
  )
}

/** Keys on a ring with a tag: the organization. */
export function KeyRing() {
  return (
    <Drawing>
      <circle cx="54" cy="27" r="17" />
      <path className={paper} d="m45 41-6 13a9 9 0 1 0 9 4l6-15" />
      <path d="M41 68a3 3 0 1 0 0-.1" />
      <path className={paper} d="m58 43 5 39 5 4 4-5-2-5 4-3-3-4 3-4-5-24" />
      <path className={violet} d="m69 31 17-5 19 11-4 14-23 1z" />
      <circle className={paper} cx="77" cy="37" r="2.400" />
      <path d="M71 30c1 3 3 5 5 6" />
    </Drawing>
  )
}

/** The sign on a shop door: for an empty or a missing page. */
export function DoorSign() {
  return (
    <Drawing>
      <circle cx="60" cy="10" r="3" />
      <path d="M57.500 12 30 37M62.500 12 90 37" />
      <path
        className={paper}
        d="M25 37h70a5 5 0 0 1 5 5v33a5 5 0 0 1-5 5H25a5 5 0 0 1-5-5V42a5 5 0 0 1 5-5z"
      />
      <path d="M28 44.500h.01M92 44.500h.01" strokeWidth="3" />
      <path className={violet} d="M37 51h46v7H37z" />
      <path d="M43 67h34" />
    </Drawing>
  )
}

/** An envelope half way through a letter slot: check your email. */
export function LetterSlot() {
  return (
    <Drawing>
      <path
        className={paper}
        d="M20 17h80a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H20a5 5 0 0 1-5-5V22a5 5 0 0 1 5-5z"
      />
      <path d="M21 33h.01M99 33h.01" strokeWidth="3" />
      <path d="M28 33h64" />
      <path className={paper} d="M33 33h54v49H33z" />
      <path d="m33 82 22-20M87 82 65 62" />
      <path className={violet} d="M70 40h11v13H70z" />
      <path d="M40 43h16M40 49h10" />
    </Drawing>
  )
}
