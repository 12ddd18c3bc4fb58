// Shopify Pages: the pages in the store, their problems, and the dialogs that create and delete them.
import { useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { OTHER_PAGES_MAX } from '#domain/limits.ts'
import { t } from '#domain/texts/text.ts'
import type { StorePage, StorePagesView } from '#domain/store/store-pages.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { waitsFor } from '../../shell/store/give-permission.tsx'
import { StoreChoice } from '../../shell/store/store-choice.tsx'
import { useLiveEvent, useLiveReturn } from '../../shell/live/live.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { SwingTag } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { PageDialog } from './page-dialog.tsx'
import { PageTable } from './page-table.tsx'
import { StoreState } from './store-state.tsx'
import { NEW, useStorePagesUrl } from './store-pages-url.ts'
import {
  storePagesQuery,
  useDeletePage,
  useReadPagesAgain,
  useRefreshPages,
  useSyncPages,
  useTestConnection,
} from './store-pages-api.ts'
import { SectionHead } from '../../ui/list/section-head.tsx'

export function StorePagesSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { data: view, isPending, isError, refetch } = useQuery(storePagesQuery)
  const url = useStorePagesUrl()
  const [deleting, setDeleting] = useState<StorePage | null>(null)
  const test = useTestConnection()
  const sync = useSyncPages()
  const refresh = useRefreshPages()
  const readAgain = useReadPagesAgain()
  useLiveEvent('store.changed', readAgain)
  useLiveReturn(readAgain)
  const isAlive = view?.connection === 'alive'
  const isClosed = view?.missing_scopes.includes(PAGES_SCOPE) ?? false
  const canWrite = isAlive && !isClosed
  // A button whose action would be refused shows the reason.
  const closed = isClosed ? waitsFor(PAGES_SCOPE) : undefined
  // The pages of jobs are generated from their jobs.
  const edited = view?.pages.find((page) => page.kind === 'custom' && url.isOpened(page))

  const create = (
    <Button kind="primary" inactive={!canWrite} why={closed} onClick={() => url.open(NEW)}>
      <Plus size={16} className="-ms-0.5" />
      {t('page.create')}
    </Button>
  )
  return (
    <section aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title={t('page.listTitle')}
        to="/admin/store-pages"
        overview={overview}
        titleRef={title}
      >
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:w-full">
          <StoreChoice />
          <Button inactive={!isAlive || test.isPending} onClick={() => test.mutate()}>
            {t('store.testConnection')}
          </Button>
          <Button
            inactive={!canWrite || refresh.isPending}
            why={closed}
            onClick={() => refresh.mutate()}
          >
            {t('page.refresh')}
          </Button>
          <Button inactive={!canWrite || sync.isPending} why={closed} onClick={() => sync.mutate()}>
            {sync.isPending ? t('store.syncing') : t('page.sync')}
          </Button>
          {create}
        </div>
      </SectionHead>
      {view && <StoreState view={view} />}
      <PageList
        isPending={isPending}
        isError={isError}
        view={view}
        onRetry={() => void refetch()}
        canWrite={canWrite}
        onEdit={url.open}
        onDelete={setDeleting}
      />
      {view?.has_more_pages && (
        <p className="mt-2 text-ink-2">{t('page.more', { count: OTHER_PAGES_MAX })}</p>
      )}
      {view && canWrite && (url.isNew || edited) && (
        <PageDialog
          key={edited?.id ?? NEW}
          page={edited ?? null}
          pages={view.pages}
          onClose={url.close}
        />
      )}
      {deleting && (
        <DeletePage
          page={deleting}
          onClose={() => setDeleting(null)}
          // The clicked button disappears with its row.
          onDeleted={() => title.current?.focus()}
        />
      )}
    </section>
  )
}

function PageList({
  view,
  isPending,
  isError,
  canWrite,
  onRetry,
  onEdit,
  onDelete,
}: {
  view: StorePagesView | undefined
  isPending: boolean
  isError: boolean
  canWrite: boolean
  onRetry: () => void
  onEdit: (id: string) => void
  onDelete: (page: StorePage) => void
}) {
  return (
    <div className="ledger">
      {isPending && <SkeletonRows hasHead rows={3} label={t('page.listLoading')} />}
      {isError && !view && (
        <Problem className="m-4" text={t('page.listFailed')} onRetry={onRetry} />
      )}
      {view?.pages.length === 0 && (
        <EmptyState
          drawing={<SwingTag />}
          title={t('page.listEmpty')}
          text={t('page.listEmptyHint')}
        />
      )}
      {view && view.pages.length > 0 && (
        <PageTable
          pages={view.pages}
          canChange={canWrite}
          onEdit={({ id }) => onEdit(id)}
          onDelete={onDelete}
        />
      )}
    </div>
  )
}

function DeletePage({
  page,
  onClose,
  onDeleted,
}: {
  page: StorePage
  onClose: () => void
  onDeleted: () => void
}) {
  const remove = useDeletePage()
  return (
    <ConfirmDialog
      title={t('page.deleteTitle')}
      question={t('page.deleteQuestion', { title: page.title })}
      confirm={t('action.delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(page.id, {
          onSettled: onClose,
          onSuccess: () => requestAnimationFrame(onDeleted),
        })
      }
    />
  )
}
