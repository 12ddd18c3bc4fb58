// The theme's block with the jobs, in the store's admin: what is left to do until a page of the shop shows it, and the way there.
import { useState, type ReactNode } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { themeEditorUrl } from '#domain/careers/widget-snippets.ts'
import type { JobsPageView } from '#domain/store/store-pages.ts'
import { PAGES_SCOPE, type ThemeEditor } from '#domain/store/store.ts'
import { blockStep, placesOf, type BlockStep } from '#domain/store/theme-block.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { takeFirstAnswer } from '../first-view/first-answers.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { Button, buttonClass, type ButtonKind } from '../../ui/button.tsx'
import {
  isInAdmin,
  isServed,
  readAdminFrame,
  requestScopes,
} from '../../ui/store-admin/admin-frame.ts'
import { blockQuery } from './block-query.ts'

const jobsPageQuery = queryOptions({
  queryKey: ['store', 'jobs-page'],
  queryFn: ({ signal }) => call('GET /api/store/jobs-page', { signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

export type ThemeBlock = {
  step: BlockStep
  /** It is in the theme already. */
  isActive: boolean
  /** Where it is in the theme. */
  places: string
  view: JobsPageView
}

/** For members of the organization; null until it is known. The server, which cannot ask the admin, names the first thing to do. */
export function useThemeBlock(isMember = true): ThemeBlock | null {
  const isAsked = isInAdmin() && isMember
  const block = useQuery({ ...blockQuery, enabled: isAsked })
  const [kept] = useState(() => (isAsked ? takeFirstAnswer('jobsPage') : undefined))
  const { data: view } = useQuery({
    ...jobsPageQuery,
    enabled: isAsked,
    ...(kept && { initialData: kept }),
  })
  if (!view || (block.isPending && !isServed())) return null
  const placed = block.data ?? null
  return {
    step: blockStep(placed, view.page),
    isActive: placed?.status === 'active',
    places: placed ? placesOf(placed) : '',
    view,
  }
}

export function blockText({ step, isActive, places, view }: ThemeBlock): string {
  const page = view.page?.title ?? ''
  switch (step) {
    case 'unavailable':
      return t('adminPage.blockUnavailable')
    case 'make-page':
      return t(isActive ? 'adminPage.blockNoPage' : 'adminPage.blockMakePage')
    case 'add-block':
      return t('adminPage.blockHint', { page })
    case 'use-page':
      return t('adminPage.blockUsePage', { page })
    case 'shown':
      return t('adminPage.blockShown', { page })
    case 'placed':
      return t('adminPage.blockPlaced', { places })
    case 'seen':
      return t('adminPage.blockSeen', { place: places || '?' })
  }
}

/** The next step as a button or a link; `null` where there is none. */
export function BlockAction({ block, kind = 'outline' }: { block: ThemeBlock; kind?: ButtonKind }) {
  const { theme_editor: editor } = readAdminFrame()
  const { step, view } = block
  if (step === 'make-page' || step === 'use-page') {
    return <MakePage block={block} kind={kind} editor={editor} />
  }
  if (step === 'shown' && view.page) {
    return (
      <OutLink href={view.page.url} target="_blank" kind={kind}>
        {t('page.open', { title: view.page.title })}
      </OutLink>
    )
  }
  if (step === 'unavailable') {
    return (
      <Link to="/admin/store-pages" className={buttonClass(kind)}>
        {t('adminPage.pagesLink')}
      </Link>
    )
  }
  if (step !== 'add-block' || !editor) return null
  return <AddBlock editor={editor} kind={kind} handle={view.page?.handle} />
}

type LinkProps = { href: string; target: '_top' | '_blank'; kind: ButtonKind; children: ReactNode }

const OutLink = ({ href, target, kind, children }: LinkProps) => (
  <a href={href} target={target} rel="noopener" className={buttonClass(kind)}>
    {children}
    {target === '_blank' && <span className="sr-only"> {t('link.newTab')}</span>}
  </a>
)

const AddBlock = ({
  editor,
  kind,
  handle,
}: {
  editor: ThemeEditor
  kind: ButtonKind
  handle?: string | undefined
}) => (
  <OutLink href={themeEditorUrl(editor, 'page', handle)} target="_top" kind={kind}>
    {t('widget.themeAddBlock')}
  </OutLink>
)

/** Asks for the permission first, in the platform's own dialog. Anyone who does not give it reads how to make the page by hand. */
function MakePage({
  block: { step, isActive, view },
  kind,
  editor,
}: {
  block: ThemeBlock
  kind: ButtonKind
  editor: ThemeEditor | null
}) {
  const client = useQueryClient()
  const [isRefused, setRefused] = useState(false)
  const make = useServerMutation({
    call: () => call('POST /api/store/jobs-page'),
    done: t(step === 'use-page' ? 'adminPage.usePageDone' : 'adminPage.makePageDone'),
    failed: t('adminPage.makePageFailed'),
    onSuccess: (made) => client.setQueryData(jobsPageQuery.queryKey, made),
    // Pages and permissions are shown in other places too.
    invalidates: [['store']],
  })
  const ask = async () => {
    const mayMake = !view.is_permission_missing || (await requestScopes([PAGES_SCOPE]))
    setRefused(!mayMake)
    if (mayMake) make.mutate()
  }
  return (
    <>
      <Button kind={kind} inactive={make.isPending} onClick={() => void ask()}>
        {t(step === 'use-page' ? 'adminPage.usePage' : 'adminPage.makePage')}
      </Button>
      <span role="status" className={isRefused ? 'block basis-full text-ink-2' : 'sr-only'}>
        {isRefused && t('adminPage.blockByHand')}
      </span>
      {isRefused && !isActive && editor && <AddBlock editor={editor} kind="outline" />}
    </>
  )
}
