// Removes everything that the app wrote into a store before it is uninstalled, with a preview and the progress.
import { useRef, useState, type ReactNode } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { numberText } from '#domain/texts/formats.ts'
import type { ShopContent } from '#domain/store/store-removal.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { useLiveEvent } from '../shell/live/live.tsx'
import { Button } from '../ui/button.tsx'
import { keepFocus } from '../ui/hooks/focus.ts'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'

const removalQuery = queryOptions({
  queryKey: ['store', 'removal'],
  queryFn: ({ signal }) => call('GET /api/store/removal', { signal }),
  staleTime: 30_000,
})

/** Returns the new state, which is shown at once. */
const useChange = (address: 'POST /api/store/removal' | 'POST /api/store/removal/undo') => {
  const client = useQueryClient()
  return useServerMutation({
    call: (shop: string) => call(address, { body: { shop } }),
    done: address.endsWith('undo') ? t('success.removalUndone') : undefined,
    failed: t('removal.notChanged'),
    onSuccess: (view) => client.setQueryData(removalQuery.queryKey, view),
  })
}

/** For owners: one part for each store that has the app. */
export function StoreRemovals() {
  const client = useQueryClient()
  const { data } = useQuery(removalQuery)
  useLiveEvent(
    'store.changed',
    () => void client.invalidateQueries({ queryKey: removalQuery.queryKey }),
  )
  return data?.shops.map((content) => <Removal key={content.shop} content={content} />)
}

function Removal({ content }: { content: ShopContent }) {
  const { shop, removal } = content
  const [isAsked, setAsked] = useState(false)
  const begin = useChange('POST /api/store/removal')
  const undo = useChange('POST /api/store/removal/undo')
  const name = content.shop_name ?? shop
  const heading = useRef<HTMLHeadingElement>(null)
  // The clicked button disappears with its state.
  const keepPlace = () => keepFocus(() => heading.current)
  const again = (
    <Button inactive={undo.isPending} onClick={() => undo.mutate(shop, { onSuccess: keepPlace })}>
      {t('removal.undo')}
    </Button>
  )
  return (
    <div className="mt-5 grid justify-items-start gap-3 border-t border-line pt-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {t('removal.title')}
        </h3>
        {!removal && <p className="max-w-[68ch] text-ink-2">{t('removal.hint', { shop: name })}</p>}
      </div>
      {!removal && (
        <Button inactive={!content.is_alive} onClick={() => setAsked(true)}>
          {t('removal.begin')}
        </Button>
      )}
      {removal?.status === 'running' && <Progress {...removal} />}
      {removal?.status === 'failed' && (
        <>
          <div role="alert" className="grid gap-1 font-medium text-danger-text">
            <p>{removal.problem ?? t('removal.failed')}</p>
            {removal.refused.length > 0 && (
              <ul className="list-disc ps-5">
                {removal.refused.map((page) => (
                  <li key={page.title}>{t('store.leftOutJob', page)}</li>
                ))}
              </ul>
            )}
          </div>
          <Row>
            <Button
              inactive={begin.isPending}
              onClick={() => begin.mutate(shop, { onSuccess: keepPlace })}
            >
              {t('action.tryAgain')}
            </Button>
            {again}
          </Row>
        </>
      )}
      {removal?.status === 'finished' && (
        <>
          <p role="status" className="max-w-[68ch]">
            {t('removal.finished', { shop: name })}
          </p>
          {again}
        </>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('removal.askTitle', { shop: name })}
          question={t('removal.question')}
          confirm={t('removal.confirm')}
          busy={begin.isPending}
          onCancel={() => setAsked(false)}
          onConfirm={() =>
            begin.mutate(shop, {
              onSuccess: () => {
                setAsked(false)
                keepPlace()
              },
            })
          }
        >
          <Preview content={content} />
        </ConfirmDialog>
      )}
    </div>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2">{children}</div>
)

function Preview({ content: { pages, open_jobs: jobs } }: { content: ShopContent }) {
  return (
    <dl className="[&>dd]:mb-3 [&>dd]:text-ink-2 [&>dd]:last:mb-0 [&>dt]:font-semibold">
      <dt>{t('store.disconnectDeletesTitle')}</dt>
      <dd>
        <p>{t('removal.jobs', { count: jobs })}</p>
        {pages.length > 0 && <p>{t('removal.pages', { count: pages.length })}</p>}
        <ul className="max-h-40 list-disc overflow-auto ps-5 wrap-anywhere">
          {pages.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </dd>
      <dt>{t('store.disconnectStaysTitle')}</dt>
      <dd>{t('removal.stays')}</dd>
    </dl>
  )
}

function Progress({ done, total, problem }: NonNullable<ShopContent['removal']>) {
  const text = t('removal.running', { done: numberText(done), total: numberText(total) })
  return (
    <div className="grid w-full max-w-[440px] gap-1.5">
      <p role="status">{text}</p>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full bg-brand-fill transition-[width] duration-120"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
      {problem && (
        <p role="alert" className="text-ink-2">
          {problem} {t('removal.retried')}
        </p>
      )}
    </div>
  )
}
