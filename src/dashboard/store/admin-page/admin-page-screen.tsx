// /shopify-embed: the page in the store's admin, with open jobs, new applications, and links to them.
import { Suspense, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { BriefcaseBusiness, PanelsTopLeft, Users, type LucideIcon } from 'lucide-react'
import {
  ADMIN_PAGE_REFRESH_MS,
  type AdminPageView,
  type AdminFrameSettings,
} from '#domain/store/store.ts'
import { isBlockDone } from '#domain/store/theme-block.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../../api.ts'
import { takeFirstAnswer } from '../../shell/first-view/first-answers.ts'
import { sessionQuery } from '../../queries.ts'
import { memberOf } from '../../shell/session/session.tsx'
import { useTitle } from '../../shell/title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DemoStore } from '../../ui/demo-store.tsx'
import { Problem } from '../../ui/problem.tsx'
import { isInAdmin, isServed, leaveTo } from '../../ui/store-admin/admin-frame.ts'
import { AdminSignIn } from './admin-sign-in.tsx'
import { BlockAction, blockText, useThemeBlock } from '../../shell/store/theme-block.tsx'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { EmbedStatus } from './embed-status.tsx'
import { adminPageKey, storePersonQuery } from './person-api.ts'

const adminPageQuery = {
  queryKey: adminPageKey,
  // The platform's script adds the store's session token to it.
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/store/admin-page', { query: {}, signal }),
  refetchInterval: ADMIN_PAGE_REFRESH_MS,
}

/**
 * `setup`: for members, between the access steps and the cards, which show their numbers smaller once everything is set up.
 * Until it is ready, nothing is rendered that it would move.
 */
export function AdminPageScreen({
  embedding,
  isReady,
  isSetUp,
  setup,
}: {
  embedding: AdminFrameSettings
  isReady: boolean
  isSetUp: boolean
  setup: ReactNode
}) {
  useTitle(isInAdmin() ? t('adminPage.home') : null)
  const { shop, admin_url: adminUrl, theme_editor: editor, is_demo: isDemo } = embedding
  const navigate = useNavigate()
  const session = useQuery({ ...sessionQuery, enabled: isInAdmin() }).data
  const isMember = session !== undefined && memberOf(session) !== null
  // As it was kept: the store itself is asked at once.
  const [kept] = useState(() => takeFirstAnswer('page'))
  const { data, error, refetch } = useQuery({
    ...adminPageQuery,
    enabled: isInAdmin(),
    ...(kept && { initialData: kept, initialDataUpdatedAt: 0 }),
  })
  const name = data?.shop ?? shop
  const isStranger = session !== undefined && !isMember && !data?.problem
  const person = useQuery({ ...storePersonQuery, enabled: isStranger })
  const isKnown = isReady && (data ?? error) && !(isStranger && person.isPending)
  return (
    <main className="mx-auto max-w-[760px] px-6 pt-8 pb-16 max-md:px-4">
      {isDemo && <DemoStore className="mb-6" />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="me-auto min-w-0">
          <h1 className="text-page font-semibold wrap-anywhere">
            {!name && t('adminPage.title')}
            {name &&
              (data?.problem
                ? t('adminPage.titleIn', { shop: name })
                : t('adminPage.titleConnected', { shop: name }))}
          </h1>
          {isInAdmin() && (
            <p className="min-h-[1lh] text-ink-2 wrap-anywhere">{data?.organization_name}</p>
          )}
        </div>
        {/* Filled unless another step comes first. */}
        <Button
          kind={isMember || !isInAdmin() ? 'primary' : 'outline'}
          inactive={!adminUrl && !isMember}
          onClick={() =>
            isMember ? void navigate({ to: '/admin' }) : adminUrl && leaveTo(adminUrl)
          }
        >
          {t('adminPage.openDashboard')}
        </Button>
      </div>
      {isInAdmin() && !isKnown ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <Notice view={data} isNamed={Boolean(name)} />
          {error && (
            <Problem className="mt-5" text={reasonOf(error)} onRetry={() => void refetch()} />
          )}
          {isStranger && <AdminSignIn connectUrl={data?.connect_url ?? null} />}
          {setup}
          <Cards counts={data?.counts ?? null} isOpen={isMember} isSmall={isSetUp} />
          {data?.counts && isSetUp && <Block isMember={isMember} />}
          {data?.counts && editor && <EmbedStatus editor={editor} />}
        </Suspense>
      )}
    </main>
  )
}

const Loading = () => (
  <div className="ledger mt-6">
    <SkeletonRows rows={5} label={t('overview.loading')} />
  </div>
)

/** `isOpen`: for members of the store's organization, who follow the links inside the admin. */
function Cards({
  counts,
  isOpen,
  isSmall,
}: {
  counts: AdminPageView['counts']
  isOpen: boolean
  isSmall: boolean
}) {
  return (
    <div className="ledger mt-6">
      <Card
        icon={BriefcaseBusiness}
        title={t('adminPage.jobs')}
        figure={counts?.job_posts}
        about={
          counts
            ? t('adminPage.jobsOpen', { count: numberText(counts.open_job_posts) })
            : t('adminPage.jobsHint')
        }
        link={{ to: '/admin/jobs', name: t('adminPage.jobsLink') }}
        isOpen={isOpen}
        isSmall={isSmall}
      />
      <Card
        icon={Users}
        title={t('adminPage.applications')}
        figure={counts?.applications}
        about={
          counts
            ? t('adminPage.applicationsNew', {
                count: numberText(counts.new_applications),
              })
            : t('adminPage.applicationsHint')
        }
        link={{ to: '/admin/applicants', name: t('adminPage.applicationsLink') }}
        isOpen={isOpen}
        isSmall={isSmall}
      />
      <Card
        icon={PanelsTopLeft}
        title={t('adminPage.pages')}
        figure={counts?.career_pages}
        about={t('adminPage.pagesHint')}
        link={{ to: '/admin/store-pages', name: t('adminPage.pagesLink') }}
        isOpen={isOpen}
        isSmall={isSmall}
      />
    </div>
  )
}

/** Whether the jobs are in the theme, with a link to add them. */
function Block({ isMember }: { isMember: boolean }) {
  const block = useThemeBlock(isMember)
  // With a page, the theme's answer is waited for, and nothing below has to move for it.
  if (!block || (isServed() && block.view.page)) return null
  return (
    <Line
      text={blockText(block)}
      action={
        <>
          {isBlockDone(block.step) && <Badge kind="active">{t('adminPage.blockInUse')}</Badge>}
          <BlockAction block={block} />
        </>
      }
    />
  )
}

/** Why there are no numbers, and the one step that enables them. */
function Notice({ view, isNamed }: { view: AdminPageView | undefined; isNamed: boolean }) {
  if (view?.problem) {
    return (
      <div
        role="alert"
        className="mt-5 flex flex-wrap items-center gap-3 rounded-control bg-alert px-4 py-3 text-alert-text"
      >
        <p className="me-auto font-semibold">{view.problem}</p>
        <Button size="small" onClick={() => leaveTo(view.reconnect_url)}>
          {t('adminPage.reconnect')}
        </Button>
      </div>
    )
  }
  if (isInAdmin()) return null
  return <Line text={isNamed ? t('adminPage.openFromAdmin') : t('adminPage.storeUnknown')} />
}

const Line = ({ text, action }: { text: string; action?: ReactNode }) => (
  <div className="mt-5 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-3">
    <p className="me-auto max-w-[52ch]">{text}</p>
    {action}
  </div>
)

function Card({
  icon: Icon,
  title,
  figure,
  about,
  link,
  isOpen,
  isSmall,
}: {
  icon: LucideIcon
  title: string
  figure: number | undefined
  about: string
  link: { to: '/admin/jobs' | '/admin/applicants' | '/admin/store-pages'; name: string }
  /** For members of the store's organization, who follow the link inside the admin. */
  isOpen: boolean
  isSmall: boolean
}) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-5 py-4 first:border-t-0 max-md:px-4"
    >
      <Icon size={20} strokeWidth={1.5} className="text-ink-2" />
      <div className="min-w-0">
        <h2 className="text-panel font-semibold">{title}</h2>
        <p className="text-ink-2">{about}</p>
        {isOpen && (
          <Link to={link.to} className="mt-1 inline-block text-link">
            {link.name}
          </Link>
        )}
        {!isInAdmin() && (
          <a href={link.to} target="_blank" rel="noopener" className="mt-1 inline-block text-link">
            {link.name}
            <span className="sr-only"> {t('link.newTab')}</span>
          </a>
        )}
      </div>
      <p className={`${isSmall ? 'text-panel' : 'text-[28px]/8'} font-semibold tabular-nums`}>
        {figure === undefined ? (
          <>
            <span aria-hidden="true" className="text-ink-3">
              -
            </span>
            <span className="sr-only">{t('adminPage.figureUnknown')}</span>
          </>
        ) : (
          numberText(figure)
        )}
      </p>
    </section>
  )
}
