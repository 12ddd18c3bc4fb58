// Shelf labels: a square dot and a word, one colour per meaning.
import type { ComponentProps } from 'react'
import {
  Archive,
  BadgeCheck,
  Check,
  CircleAlert,
  CircleSlash,
  Eye,
  Inbox,
  Info,
  MailCheck,
  MessagesSquare,
  OctagonAlert,
  Pause,
  Search,
  ShoppingBag,
  TriangleAlert,
  User,
  type LucideIcon,
} from 'lucide-react'
import { classNames } from './class-names.ts'

type Look = { ground: string; text: string; dot: string; icon: LucideIcon }

const look = (ground: string, text: string, dot: string, icon: LucideIcon): Look => ({
  ground: `light-dark(${ground})`,
  text: `light-dark(${text})`,
  dot: `light-dark(${dot})`,
  icon,
})

const alarm = ['#FFEBE9,#411E1C', '#AC011A,#F69B94', '#F14446,#E64343'] as const
const amber = ['#F8EFDD,#35280A', '#735600,#D8B260', '#B08400,#A97F05'] as const
const done = ['#E2F6EC,#123125', '#006749,#6CCEA6', '#2AA178,#2D9C75'] as const
const grey = ['#F0F0F2,#2A2A2C', '#5C5961,#B8B6BE', '#8D8A93,#87858D'] as const

const looks = {
  applied: look('#E5F2FF,#142C43', '#035B9E,#80BDFB', '#3D90DF,#3C8AD5', Inbox),
  reviewing: look('#FBEEDD,#38260C', '#7B5100,#E1AD63', '#BA7F0D,#B27912', Eye),
  interviewed: look('#FEE8FC,#391F37', '#8C2A87,#DF9ED9', '#C85AC1,#BF57B8', MessagesSquare),
  hired: look('#E3F6E7,#14311D', '#006933,#7FCC94', '#35A35D,#369D5B', BadgeCheck),
  rejected: look('#F5EEED,#312825', '#6D544E,#CDB0A9', '#A2847D,#9B7F77', CircleSlash),
  critical: look(...alarm, OctagonAlert),
  open: look(...alarm, OctagonAlert),
  high: look('#FFECE2,#402110', '#923F00,#F1A278', '#D96619,#CF621B', TriangleAlert),
  medium: look(...amber, CircleAlert),
  investigating: look(...amber, Search),
  low: look('#E9F1F7,#212C33', '#3D5E72,#99BDD3', '#6B92A9,#678CA2', Info),
  resolved: look(...done, Check),
  active: look(...done, Check),
  closed: look(...grey, Archive),
  inactive: look(...grey, Pause),
  new: look(...grey, User),
  customer: look('#E2F5EF,#113129', '#006755,#6BCCB4', '#26A087,#2A9A82', ShoppingBag),
  contacted: look('#E6F2FB,#1B2C38', '#295F82,#88BFE6', '#5793BC,#548DB4', MailCheck),
} satisfies Record<string, Look>

export type BadgeKind = keyof typeof looks

/** For menus and board heads, where colour may not stand alone. */
export const badgeIcon = (kind: BadgeKind): LucideIcon => looks[kind].icon
export const badgeDot = (kind: BadgeKind): string => looks[kind].dot

const shape =
  'badge inline-flex h-[22px] flex-none items-center gap-[7px] rounded-badge ps-[7px] pe-2 text-meta font-medium whitespace-nowrap'

function Dot({ kind }: { kind: BadgeKind }) {
  return (
    <i
      aria-hidden="true"
      className="size-[7px] flex-none"
      style={{ background: looks[kind].dot }}
    />
  )
}

export function Badge({ kind, children, ...rest }: { kind: BadgeKind } & ComponentProps<'span'>) {
  const { ground, text } = looks[kind]
  return (
    <span {...rest} className={shape} style={{ background: ground, color: text }}>
      <Dot kind={kind} />
      {children}
    </span>
  )
}

/** The second and third fact of a row: dot and word without a background. */
export function QuietBadge({ kind, children }: { kind: BadgeKind; children: string }) {
  return (
    <span className="inline-flex items-center gap-[7px] align-middle text-meta font-medium whitespace-nowrap text-ink-2">
      <Dot kind={kind} />
      {children}
    </span>
  )
}

/** A label that opens a menu. */
export function BadgeButton({
  kind,
  className,
  children,
  ...rest
}: { kind: BadgeKind } & ComponentProps<'button'>) {
  const { ground, text } = looks[kind]
  return (
    <button
      {...rest}
      type="button"
      className={classNames(
        shape,
        'relative h-6! gap-1.5! pe-[5px]! pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1.5 pointer-coarse:after:-inset-y-2.5',
        className,
      )}
      style={{ background: ground, color: text }}
    >
      <Dot kind={kind} />
      {children}
    </button>
  )
}
